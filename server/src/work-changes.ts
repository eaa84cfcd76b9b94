import { type RawBuilder, sql } from "kysely";
import type { Tx } from "./platform/database/db.ts";

/**
 * The statement that records that batches, the rows (account_id, batch_id) of `changed`, may have got work for somebody in
 * this transaction: claims that have looked for work before read them again (ADR 0075). It locks a row for each, in the
 * order of ids. Where the turns of the batches are locked too, that comes first.
 */
export function notingWork(changed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into work_changes (account_id, batch_id, changed_by)
    select distinct account_id, batch_id, pg_current_xact_id() from (${changed}) as changed order by batch_id
    on conflict (account_id, batch_id) do update set changed_by = excluded.changed_by
      where work_changes.changed_by <> excluded.changed_by`;
}

/** The same for one batch. */
export async function noteWork(tx: Tx, account_id: string, batch_id: string): Promise<void> {
  await notingWork(sql`select ${account_id}::text as account_id, ${batch_id}::text as batch_id`).execute(tx);
}

/** The same for all batches of a project. */
export async function noteWorkOfProject(tx: Tx, account_id: string, project_id: string): Promise<void> {
  await notingWork(sql`
    select account_id, id as batch_id from batches
    where account_id = ${account_id} and project_id = ${project_id} and deleted_at is null`).execute(tx);
}
