import { getBatch } from "../../batches/store.ts";
import type { Caller } from "../../platform/auth/auth.ts";
import type { Db } from "../../platform/database/db.ts";
import { getProject } from "../../projects/store.ts";
import { assertOwnTask, getTask } from "../../queue/store.ts";

/** A task that the caller may see, with its batch and project; throws `not_found` or `forbidden`. */
export async function getOwnTask(db: Db, caller: Caller, id: string) {
  const task = await getTask(db, caller.account_id, id);
  assertOwnTask(caller, task);
  const batch = await getBatch(db, task.account_id, task.batch_id);
  return { task, batch, project: await getProject(db, task.account_id, batch.project_id) };
}
