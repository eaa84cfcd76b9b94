import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/db.ts";
import { addJob } from "../platform/jobs.ts";
import { addBatchCount } from "../projects/store.ts";
import { type BatchRow, updateBatch } from "./store.ts";

/** Marks a batch deleted, in any state: nothing of it is shown from now on, and a job removes what it held. */
export async function deleteBatch(tx: Tx, batch: BatchRow, now: Date): Promise<void> {
  await updateBatch(tx, batch.id, { deleted_at: now, updated_at: now, name: "deleted", metadata: "{}" });
  await addBatchCount(tx, batch.project_id, -1);
  await addJob(tx, "erase_batch", { batch_id: batch.id });
}

/** Tables with rows of a batch: items first, as everything that changes the rest holds them. */
const TABLES = [
  "items",
  "predictions",
  "gold_answers",
  "audits",
  "annotations",
  "tasks",
  "claim_cursors",
  "batch_progress",
  "artefacts",
  "exports",
  "batch_files",
] as const;

/**
 * Removes all that a deleted batch held; its row stays as a tombstone. Its files go where no other batch
 * uses their upload. Blobs without rows are the sweep's.
 */
export async function eraseBatch({ db }: Deps, { batch_id }: { batch_id: string }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows: uploads } = await sql<{ id: string }>`
      select distinct upload_id as id from batch_files join files on files.id = file_id
      where batch_id = ${batch_id}`.execute(tx);
    for (const table of TABLES)
      await sql`delete from ${sql.table(table)} where batch_id = ${batch_id}`.execute(tx);
    await sql`
      with gone as (
        delete from uploads where id = any(${uploads.map(({ id }) => id)}::text[])
          and not exists (
            select 1 from files join batch_files on batch_files.file_id = files.id where upload_id = uploads.id)
        returning id
      ), files_gone as (
        select files.id from files join gone on gone.id = files.upload_id
      )
      delete from file_lines where file_id in (select id from files_gone)`.execute(tx);
  });
}
