import { type RawBuilder, sql } from "kysely";
import type { Deps } from "../deps.ts";
import { eraseEvents } from "../events/erase.ts";
import { appendToLog } from "../log/append.ts";
import { removeUnusedBlobs } from "../platform/blobs/blob-rows.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import { preferIndexes } from "../platform/database/planner.ts";
import { eraseAnswers } from "../platform/http/idempotency.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { addBatchCount } from "../projects/store.ts";
import { deleteUpload, isUsed, listLineFiles, updateUpload } from "../uploads/store.ts";
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

/** Rows that one transaction removes; a crash repeats at most these. */
const ROWS_AT_ONCE = 5_000;

/**
 * Removes the content of a deleted batch in small transactions (ADR 0065); its row stays as a tombstone. Its files are
 * removed if no other batch uses their upload. A second run after a crash removes what is left, and the sweep removes
 * blobs without rows.
 */
export async function eraseBatch(deps: Deps, { batch_id }: { batch_id: string }): Promise<void> {
  const { db } = deps;
  const batch = await db
    .selectFrom("batches")
    .select(["id", "account_id", "created_at", "deleted_at"])
    .where("id", "=", batch_id)
    .executeTakeFirstOrThrow();
  const ofBatch = sql`batch_id = ${batch_id}`;
  for (const table of TABLES) await eraseRows(db, table, ofBatch);
  const artefacts = await db
    .deleteFrom("artefacts")
    .where("batch_id", "=", batch_id)
    .returning("sha256")
    .execute();
  const uploads = await closeUploads(db, batch_id, deps.now());
  await db.transaction().execute(async (tx) => {
    await eraseEvents(tx, batch);
    await eraseAnswers(tx, batch.account_id, [batch_id, ...uploads]);
  });
  for (const id of uploads) await eraseUpload(deps, id);
  await eraseRows(db, "batch_files", ofBatch);
  await removeUnusedBlobs(
    deps,
    artefacts.map(({ sha256 }) => sha256),
  );
}

/**
 * Deletes the rows of `table` that meet `condition`, some in each transaction. It skips rows that others have locked, so that
 * it holds no lock while it waits for one: no deadlock is possible with claims and submits. It waits only for single rows.
 */
async function eraseRows(
  db: Db,
  table: (typeof TABLES)[number] | "batch_files" | "file_lines",
  condition: RawBuilder<unknown>,
): Promise<void> {
  const isLeft = async () =>
    (await sql`select from ${sql.table(table)} where ${condition} limit 1`.execute(db)).rows.length > 0;
  while (await isLeft()) {
    const removed = await eraseSome(
      db,
      table,
      sql`${condition} limit ${ROWS_AT_ONCE} for update skip locked`,
    );
    if (removed === 0) await eraseSome(db, table, sql`${condition} limit 1 for update`);
  }
}

function eraseSome(db: Db, table: string, selection: RawBuilder<unknown>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await preferIndexes(tx);
    // A bitmap would collect all rows for each step, to take the first of them.
    await sql`select set_config('enable_bitmapscan', 'off', true)`.execute(tx);
    const { numAffectedRows } = await sql`
      with chosen as materialized (select ctid from ${sql.table(table)} where ${selection})
      delete from ${sql.table(table)} where ctid = any(array(select ctid from chosen))`.execute(tx);
    return Number(numAffectedRows ?? 0);
  });
}

/**
 * The uploads that only this batch uses. They are `expired` from now on: a request that creates a batch from one meanwhile
 * locks its row, and accepts only those that are `ready`.
 */
async function closeUploads(db: Db, batch_id: string, now: Date): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from uploads where id in (
        select upload_id from batch_files join files on files.id = file_id where batch_id = ${batch_id})
      order by id for update`.execute(tx);
    const ids: string[] = [];
    for (const { id } of rows) {
      if (await isUsed(tx, id, batch_id)) continue;
      ids.push(id);
      await updateUpload(tx, id, { status: "expired", updated_at: now });
    }
    return ids;
  });
}

/** Removes a closed upload: lines, then files with the blobs that only they named. */
async function eraseUpload(deps: Deps, upload_id: string): Promise<void> {
  for (const { id } of await listLineFiles(deps.db, upload_id))
    await eraseRows(deps.db, "file_lines", sql`file_id = ${id}`);
  // The batch names the upload by its files, so that a second run finds it while its lines are left.
  const digests = await deps.db.transaction().execute((tx) => deleteUpload(tx, upload_id));
  await removeUnusedBlobs(deps, digests);
}
