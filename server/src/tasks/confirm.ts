import { ServiceError } from "@assay/domain/errors.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { TaskRow } from "../queue/claimable.ts";

type Shown = Pick<TaskRow, "id" | "member_id" | "guideline_version">;

/** Whether the member of a task has confirmed its guideline version, or a later one. */
export async function isConfirmed(
  db: Db,
  task: Shown & Pick<TaskRow, "account_id">,
  project_id: string,
): Promise<boolean> {
  const { member_id, guideline_version } = task;
  if (member_id === null) return false;
  const row = await db
    .selectFrom("guideline_confirmations")
    .select("version")
    .where("account_id", "=", task.account_id)
    .where("member_id", "=", member_id)
    .where("project_id", "=", project_id)
    .executeTakeFirst();
  return row !== undefined && row.version >= guideline_version;
}

/**
 * Records that the member of a task has read its guideline version. Throws `invalid_state` if nobody holds
 * the task.
 */
export async function confirmGuidelines(
  tx: Tx,
  task: Shown & Pick<TaskRow, "account_id">,
  project_id: string,
  now: Date,
): Promise<void> {
  const { id, account_id, member_id, guideline_version: version } = task;
  if (member_id === null)
    throw new ServiceError("invalid_state", `the task ${id} is not claimed; claim it first`);
  await tx
    .insertInto("guideline_confirmations")
    .values({ account_id, member_id, project_id, version, confirmed_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["member_id", "project_id"])
        .doUpdateSet({ version, confirmed_at: now })
        .where("guideline_confirmations.version", "<", version),
    )
    .execute();
}
