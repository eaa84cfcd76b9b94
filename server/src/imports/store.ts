import { sql } from "kysely";
import type { Tx } from "../platform/database/db.ts";

interface WaitingTask {
  readonly id: string;
  readonly item_id: string;
  readonly member_id: string;
}

/** The unanswered annotation tasks of items that members hold, or that rework reserves for them, locked. */
export async function lockWaitingTasks(
  tx: Tx,
  account_id: string,
  item_ids: readonly string[],
): Promise<readonly WaitingTask[]> {
  const tasks: WaitingTask[] = [];
  // One status per query: each has its own index.
  for (const status of ["leased", "open"]) {
    if (item_ids.length === 0) break;
    const { rows } = await sql<WaitingTask>`
      select tasks.id, item_id, member_id
      from tasks join items on items.account_id = tasks.account_id and items.id = item_id and items.round = tasks.round
      where tasks.account_id = ${account_id} and item_id = any(${item_ids}::text[]) and kind = 'annotate' and tasks.status = ${sql.lit(status)}
        and annotation_id is null and member_id is not null
      for update of tasks`.execute(tx);
    tasks.push(...rows);
  }
  return tasks;
}
