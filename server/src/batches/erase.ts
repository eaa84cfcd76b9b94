import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { eraseEvents } from "../events/erase.ts";
import { appendToLog } from "../log/append.ts";
import { removeUnusedBlobs } from "../platform/blobs/blob-rows.ts";
import type { Tx } from "../platform/database/db.ts";
import { eraseAnswers } from "../platform/http/idempotency.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { addBatchCount } from "../projects/store.ts";
import { deleteUpload, isUsed } from "../uploads/store.ts";
import { abandonAudit } from "./abandon.ts";
import { type BatchRow, updateBatch } from "./store.ts";

/**
 * Marks a batch deleted, in any state, and abandons its open audit. It disappears from the API at once, and a job
 * removes its content. The exports that contain it are deleted at once, including those of its whole project. Returns the digests that
 * their rows named, for `removeUnusedBlobs` after the commit.
 */
export async function deleteBatch(tx: Tx, batch: BatchRow, now: Date): Promise<string[]> {
  const { id, account_id, project_id } = batch;
  if (batch.audit !== null) await abandonAudit(tx, batch, now);
  await updateBatch(tx, id, { deleted_at: now, updated_at: now, name: "deleted", metadata: "{}" });
  await addBatchCount(tx, project_id, -1);
  await addJob(tx, account_id, "erase_batch", { batch_id: id });
  // An export of the project that is being built finds the batch deleted and starts again.
  const { rows } = await sql<{ sha256: string | null }>`
    delete from exports
    where account_id = ${account_id} and project_id = ${project_id}
      and (batch_id = ${id} or (batch_id is null and status <> 'processing'))
    returning sha256`.execute(tx);
  if (batch.audit !== null) {
    await appendToLog(tx, { at: now, type: "abandoned", batch_id: id, round: batch.round });
  }
  return rows.flatMap(({ sha256 }) => sha256 ?? []);
}

/** Tables with rows of a batch: items first, because all code that changes the others locks the items. */
const TABLES = [
  "items",
  "comments",
  "predictions",
  "gold_answers",
  "draws",
  "audits",
  "annotations",
  "tasks",
  "claim_cursors",
  "batch_progress",
] as const;

/**
 * Removes the content of a deleted batch; its row stays as a tombstone. Its files are removed if no other
 * batch uses their upload. The sweep removes blobs that a crash leaves here without rows.
 */
export async function eraseBatch(deps: Deps, { batch_id }: { batch_id: string }): Promise<void> {
  const digests = await deps.db.transaction().execute(async (tx) => {
    const batch = await tx
      .selectFrom("batches")
      .select(["id", "account_id", "created_at", "deleted_at"])
      .where("id", "=", batch_id)
      .executeTakeFirstOrThrow();
    for (const table of TABLES)
      await sql`delete from ${sql.table(table)} where batch_id = ${batch_id}`.execute(tx);
    const artefacts = await tx
      .deleteFrom("artefacts")
      .where("batch_id", "=", batch_id)
      .returning("sha256")
      .execute();
    const uploads = await eraseUploads(tx, batch_id);
    await eraseEvents(tx, batch);
    await eraseAnswers(tx, batch.account_id, [batch_id, ...uploads.ids]);
    return [...artefacts.map(({ sha256 }) => sha256), ...uploads.digests];
  });
  await removeUnusedBlobs(deps, digests);
}

/**
 * Removes the uploads that only this batch used. A request that creates a batch from one meanwhile locks its
 * row.
 */
async function eraseUploads(tx: Tx, batch_id: string) {
  const { rows } = await sql<{ id: string }>`
    select id from uploads where id in (
      select upload_id from batch_files join files on files.id = file_id where batch_id = ${batch_id})
    order by id for update`.execute(tx);
  await tx.deleteFrom("batch_files").where("batch_id", "=", batch_id).execute();
  const ids: string[] = [];
  const digests: string[] = [];
  for (const { id } of rows) {
    if (await isUsed(tx, id)) continue;
    ids.push(id);
    digests.push(...(await deleteUpload(tx, id)));
  }
  return { ids, digests };
}
