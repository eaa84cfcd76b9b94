import { ServiceError } from "@assay/domain/errors.ts";
import { listBlindBatches } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { namesAs } from "../guidelines/guidelines.ts";
import { type ItemRecord, listItemsWithContent } from "../items/store.ts";
import type { Db } from "../platform/database/db.ts";
import type { TaskRow } from "../queue/claimable.ts";
import { type Task, toTask } from "./schemas.ts";
import { skipReasons } from "./skip-reasons.ts";

/** Tasks of one account with their items, for responses, in the same order; a blind auditor sees no label. */
export async function presentTasks(deps: Deps, db: Db, tasks: readonly TaskRow[]): Promise<Task[]> {
  const [first] = tasks;
  if (first === undefined) return [];
  const item_ids = tasks.map(({ item_id }) => item_id);
  const items = await listItemsWithContent(db, first.account_id, item_ids);
  const byId = new Map(items.map((item) => [item.id, item]));
  const audits = tasks.filter(({ kind }) => kind === "audit");
  const blind = await listBlindBatches(
    db,
    first.account_id,
    audits.map(({ batch_id }) => batch_id),
  );
  const reasons = await skipReasons(
    db,
    first.account_id,
    tasks.filter(({ kind }) => kind === "adjudicate"),
  );
  const presented: Task[] = [];
  for (const task of tasks) {
    const item = byId.get(task.item_id);
    if (item === undefined) continue;
    const isBlind = task.kind === "audit" && blind.has(task.batch_id);
    const shown = task.kind === "audit" && !isBlind ? await underNamesOf(db, task, item) : item;
    const skip_reasons = reasons.get(task.id);
    presented.push({
      ...toTask(deps, task, shown, isBlind),
      ...(skip_reasons !== undefined && { skip_reasons: [...skip_reasons] }),
    });
  }
  return presented;
}

/**
 * The item with the label names of the task's guidelines: an auditor who accepts the label submits it
 * unchanged.
 */
async function underNamesOf(db: Db, task: TaskRow, item: ItemRecord): Promise<ItemRecord> {
  const shown = { result: item.result, guideline_version: item.newest_version };
  return { ...item, result: await namesAs(db, item, shown, task.guideline_version) };
}

/** The same for one task; throws `not_found` if its batch was deleted. */
export async function presentTask(deps: Deps, db: Db, task: TaskRow): Promise<Task> {
  const [shown] = await presentTasks(deps, db, [task]);
  if (shown === undefined) throw new ServiceError("not_found", `there is no task ${task.id}`);
  return shown;
}
