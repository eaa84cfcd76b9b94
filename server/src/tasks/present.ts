import { ServiceError } from "@assay/domain/errors.ts";
import { listBlindBatches } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { listItemsWithContent } from "../items/store.ts";
import type { Db } from "../platform/db.ts";
import type { TaskRow } from "./queue.ts";
import { type Task, toTask } from "./schemas.ts";

/** Tasks of one account with their items, for the wire, in the same order; a blind auditor sees no label. */
export async function presentTasks(deps: Deps, db: Db, tasks: readonly TaskRow[]): Promise<Task[]> {
  const [first] = tasks;
  if (first === undefined) return [];
  const item_ids = tasks.map(({ item_id }) => item_id);
  const items = await listItemsWithContent(db, first.account_id, item_ids);
  const byId = new Map(items.map((item) => [item.id, item]));
  const audits = tasks.filter(({ kind }) => kind === "audit");
  const blind = await listBlindBatches(
    db,
    audits.map(({ batch_id }) => batch_id),
  );
  return tasks.flatMap((task) => {
    const item = byId.get(task.item_id);
    const isBlind = task.kind === "audit" && blind.has(task.batch_id);
    return item === undefined ? [] : [toTask(deps, task, item, isBlind)];
  });
}

/** The same for one task; throws `not_found` where its batch was deleted. */
export async function presentTask(deps: Deps, db: Db, task: TaskRow): Promise<Task> {
  const [shown] = await presentTasks(deps, db, [task]);
  if (shown === undefined) throw new ServiceError("not_found", `there is no task ${task.id}`);
  return shown;
}
