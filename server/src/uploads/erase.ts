import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { type Erasing, removeUnusedBlobs } from "../platform/blobs/blob-rows.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import { changeAll, ROWS_AT_ONCE } from "../platform/database/small-steps.ts";
import type { Row } from "../platform/database/tables.ts";
import { eraseAnswers } from "../platform/http/idempotency.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { clearSteps } from "./clear.ts";
import { allParts } from "./lease.ts";
import { removeObjects } from "./objects.ts";
import { digestsOf } from "./process.ts";
import { eraseRenditions } from "./renditions.ts";
import { listUnused, type UploadRow } from "./store.ts";

const UPLOADS_AT_ONCE = 500;
const FILES_AT_ONCE = 1_000;

/**
 * Marks uploads, locked by `tx`, as deleted: they disappear from the API at once, and a job removes what they have. A process
 * of the version before sees them as `expired`.
 */
export async function markDeleted(
  tx: Tx,
  account_id: string,
  upload_ids: readonly string[],
  now: Date,
): Promise<void> {
  if (upload_ids.length === 0) return;
  await tx
    .updateTable("uploads")
    .set({ status: "expired", deleted_at: now, updated_at: now, writer: null, writer_until: null })
    .where("account_id", "=", account_id)
    .where(sql<boolean>`id = any(${upload_ids}::text[])`)
    .execute();
  await addJob(tx, account_id, "erase_uploads", { account_id });
}

/**
 * Deletes the uploads that a deleted batch has files of and no other batch uses, some in each transaction. A request that
 * creates a batch from one meanwhile has locked its row, or does not find it.
 */
export async function deleteUploadsOf(
  { db, now }: Deps,
  { id, account_id }: Pick<Row<"batches">, "id" | "account_id">,
): Promise<void> {
  let after: number | undefined = -1;
  while (after !== undefined) {
    const from: number = after;
    after = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ position: number; upload_id: string }>`
        select batch_files.position, upload_id
        from batch_files join files on files.account_id = batch_files.account_id and files.id = file_id
        where batch_files.account_id = ${account_id} and batch_id = ${id} and batch_files.position > ${from}::integer
        order by batch_files.position limit ${ROWS_AT_ONCE}`.execute(tx);
      const upload_ids = [...new Set(rows.map(({ upload_id }) => upload_id))];
      const locked = await tx
        .selectFrom("uploads")
        .select("id")
        .where("account_id", "=", account_id)
        .where(sql<boolean>`id = any(${upload_ids}::text[])`)
        .where("deleted_at", "is", null)
        .orderBy("id")
        .forUpdate()
        .execute();
      const unused = await listUnused(
        tx,
        account_id,
        locked.map((upload) => upload.id),
      );
      await markDeleted(tx, account_id, unused, now());
      return rows.at(-1)?.position;
    });
  }
}

/**
 * Removes the deleted uploads of an account in small transactions (ADR 0065): lines, files with the blobs that only they
 * named, and the uploads last, so that a second run after a crash finds them.
 */
export async function eraseUploads(deps: Erasing, { account_id }: { account_id: string }): Promise<void> {
  for (;;) {
    const uploads = await deps.db
      .selectFrom("uploads")
      .selectAll()
      .where("account_id", "=", account_id)
      .where("deleted_at", "is not", null)
      .limit(UPLOADS_AT_ONCE)
      .execute();
    if (uploads.length === 0) return;
    await eraseSome(deps, account_id, uploads);
  }
}

async function eraseSome(deps: Erasing, account_id: string, uploads: readonly UploadRow[]): Promise<void> {
  const { db, blobs } = deps;
  const upload_ids = uploads.map(({ id }) => id);
  await eraseAnswers(db, account_id, upload_ids);
  for (const upload of uploads)
    if (upload.source !== null || upload.progress !== null) await clearSteps(deps, upload);
  let file_ids = await listSomeFiles(db, account_id, upload_ids);
  while (file_ids.length > 0) {
    await changeAll(db, {
      table: "file_lines",
      account_id,
      condition: sql`file_id = any(${file_ids}::text[])`,
      change: (chosen) => sql`delete from file_lines where ${chosen}`,
    });
    await eraseRenditions(deps, account_id, file_ids);
    await changeAll(db, {
      table: "files",
      account_id,
      condition: sql`id = any(${file_ids}::text[])`,
      change: (chosen) => sql<{ sha256: string | null }>`delete from files where ${chosen} returning sha256`,
      afterwards: (rows) =>
        removeUnusedBlobs(
          deps,
          rows.flatMap(({ sha256 }) => sha256 ?? []),
        ),
    });
    file_ids = await listSomeFiles(db, account_id, upload_ids);
  }
  await changeAll(db, {
    table: "upload_skips",
    account_id,
    condition: sql`upload_id = any(${upload_ids}::text[])`,
    change: (chosen) => sql`delete from upload_skips where ${chosen}`,
  });
  await removeObjects(db, account_id, upload_ids);
  await removeUnusedBlobs(deps, uploads.flatMap(digestsOf));
  await blobs.unfinished.drop(uploads.flatMap(allParts));
  await changeAll(db, {
    table: "uploads",
    account_id,
    condition: sql`id = any(${upload_ids}::text[])`,
    change: (chosen) => sql`delete from uploads where ${chosen}`,
  });
}

async function listSomeFiles(db: Db, account_id: string, upload_ids: readonly string[]): Promise<string[]> {
  const files = await db
    .selectFrom("files")
    .select("id")
    .where("account_id", "=", account_id)
    .where(sql<boolean>`upload_id = any(${upload_ids}::text[])`)
    .limit(FILES_AT_ONCE)
    .execute();
  return files.map(({ id }) => id);
}
