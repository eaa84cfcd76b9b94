import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { eraseEvents } from "../events/erase.ts";
import { appendToLog } from "../log/append.ts";
import { type Named, removeUnusedBlobs } from "../platform/blobs/blob-rows.ts";
import type { Tx } from "../platform/database/db.ts";
import { changeAll } from "../platform/database/small-steps.ts";
import type { Tables } from "../platform/database/tables.ts";
import { eraseAnswers } from "../platform/http/idempotency.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { addBatchCount } from "../projects/store.ts";
import { deleteUploadsOf } from "../uploads/erase.ts";
import { abandonAudit } from "./abandon.ts";
import { type BatchRow, updateBatch } from "./store.ts";

/**
 * Marks a batch deleted, in any state, and abandons its open audit. It disappears from the API at once, and a job
 * removes its content. The exports that contain it are deleted at once, including those of its whole project. Versions of datasets that
 * hold its items are erased, and the batches that certify those, which have copies of the items, are deleted too. Returns the digests that
 * their rows named, for `removeUnusedBlobs` after the commit.
 */
export async function deleteBatch(tx: Tx, batch: BatchRow, now: Date): Promise<string[]> {
  const digests = await markDeleted(tx, batch, now);
  // Who certifies a version shares its row, which is erased by now: no other batch can come.
  const copies = await lockCopies(tx, batch);
  for (const copy of copies) digests.push(...(await markDeleted(tx, copy, now)));
  for (const { id: batch_id, round, audit } of [batch, ...copies])
    if (audit !== null) await appendToLog(tx, { at: now, type: "abandoned", batch_id, round });
  return digests;
}

/** The batches that certify versions with items of a batch, locked. */
export async function lockCopies(tx: Tx, { account_id, id }: BatchRow): Promise<BatchRow[]> {
  return tx
    .selectFrom("batches")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("deleted_at", "is", null)
    .where(
      sql<boolean>`(dataset_id, dataset_version) in (
        select dataset_id, version from dataset_batches where account_id = ${account_id} and batch_id = ${id})`,
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

async function markDeleted(tx: Tx, batch: BatchRow, now: Date): Promise<string[]> {
  const { id, account_id, project_id } = batch;
  if (batch.audit !== null) await abandonAudit(tx, batch, now);
  await updateBatch(tx, batch, {
    deleted_at: now,
    updated_at: now,
    name: "deleted",
    metadata: "{}",
    sent_back: null,
  });
  await addBatchCount(tx, batch, -1);
  await addJob(tx, account_id, "erase_batch", { batch_id: id });
  // An export of the project that is being built finds the batch deleted and starts again.
  const { rows } = await sql<{ sha256: string | null }>`
    delete from exports
    where account_id = ${account_id} and project_id = ${project_id}
      and (batch_id = ${id} or (batch_id is null and status <> 'processing'))
    returning sha256`.execute(tx);
  await sql`
    update dataset_versions set status = 'erased', updated_at = ${now}
    where account_id = ${account_id} and status = 'ready' and exists (
      select from dataset_batches as held
      where held.account_id = ${account_id} and held.batch_id = ${id}
        and held.dataset_id = dataset_versions.dataset_id and held.version = dataset_versions.version)`.execute(
    tx,
  );
  return rows.flatMap(({ sha256 }) => sha256 ?? []);
}

/** Tables with rows of a batch: items first, because all code that changes the others locks the items. */
export const TABLES_OF_BATCH = [
  "items",
  "comments",
  "comment_reads",
  "suspicions",
  "predictions",
  "auto_accepts",
  "model_errors",
  "model_requests",
  "model_runs",
  "gold_answers",
  "draws",
  "audits",
  "annotations",
  "training_answers",
  "tasks",
  "claim_cursors",
  "work_changes",
  "batch_progress",
] as const;

/**
 * Removes the content of a deleted batch in small transactions (ADR 0065); its row stays as a tombstone. Uploads that no
 * other batch uses are deleted. A second run after a crash removes what is left, and the sweep removes blobs without rows. Does
 * nothing if the account was deleted meanwhile.
 */
export async function eraseBatch(
  deps: Deps,
  { account_id, batch_id }: { account_id: string; batch_id: string },
): Promise<void> {
  const { db } = deps;
  const batch = await db
    .selectFrom("batches")
    .select(["id", "account_id", "created_at", "deleted_at"])
    .where("account_id", "=", account_id)
    .where("id", "=", batch_id)
    .executeTakeFirst();
  if (batch === undefined) return;
  const condition = sql`batch_id = ${batch_id}`;
  const erase = (table: keyof Tables) =>
    changeAll(db, {
      table,
      account_id,
      condition,
      change: (chosen) => sql`delete from ${sql.table(table)} where ${chosen}`,
    });
  for (const table of TABLES_OF_BATCH) await erase(table);
  await changeAll(db, {
    table: "artefacts",
    account_id,
    condition,
    change: (chosen) => sql<Named>`delete from artefacts where ${chosen} returning sha256`,
    afterwards: (rows) =>
      removeUnusedBlobs(
        deps,
        rows.map(({ sha256 }) => sha256),
      ),
  });
  await eraseVersions(deps, account_id, batch_id);
  await erase("dataset_batches");
  await eraseEvents(db, batch);
  await eraseAnswers(db, account_id, [batch_id]);
  await deleteUploadsOf(deps, batch);
  await erase("batch_files");
}

/** Removes the files of versions that hold items of the batch, and those by which other versions differ from these. */
async function eraseVersions(deps: Deps, account_id: string, batch_id: string): Promise<void> {
  const holds = (version: "version" | "since") => sql`exists (
    select from dataset_batches as held
    where held.account_id = ${account_id} and held.batch_id = ${batch_id}
      and held.dataset_id = dataset_files.dataset_id and held.version = ${sql.ref(`dataset_files.${version}`)})`;
  await changeAll(deps.db, {
    table: "dataset_files",
    account_id,
    condition: sql`(${holds("version")} or ${holds("since")})`,
    change: (chosen) => sql<Named>`delete from dataset_files where ${chosen} returning sha256`,
    afterwards: (rows) =>
      removeUnusedBlobs(
        deps,
        rows.map(({ sha256 }) => sha256),
      ),
  });
}
