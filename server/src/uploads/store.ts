import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import { preferIndexes } from "../platform/database/planner.ts";
import type { Change, NewRow, Row } from "../platform/database/tables.ts";
import type { DatasetImport } from "../platform/database/upload-tables.ts";
import type { Skip } from "./receiving/skips.ts";

export type UploadRow = Row<"uploads">;
export type FileRow = Row<"files">;

/** A file whose bytes are stored here, not by reference. */
export type StoredFile = FileRow & { readonly sha256: string };

export function isStored(file: FileRow): file is StoredFile {
  return file.sha256 !== null;
}

/** Identifies an upload. */
export type UploadKey = Pick<UploadRow, "id" | "account_id">;

/** The account's upload; throws `not_found`, also if it is another account's. */
export async function getUpload(db: Db, account_id: string, id: string): Promise<UploadRow> {
  const row = await selectUploads(db, account_id).where("id", "=", id).executeTakeFirst();
  return row ?? missing("upload", id);
}

/**
 * The account's uploads in the order of their ids, locked against deletion until `tx` ends (FOR SHARE).
 * Throws `not_found`, naming the first id that is not the account's. The caller checks their status.
 */
export async function lockUploads(
  tx: Tx,
  account_id: string,
  upload_ids: readonly string[],
): Promise<UploadRow[]> {
  const rows = await selectUploads(tx, account_id)
    .where(sql<boolean>`id = any(${upload_ids})`)
    .orderBy("id")
    .forShare()
    .execute();
  assertAllFound("upload", upload_ids, rows);
  return rows;
}

/**
 * The files, in the order of their uploads' ids and then of their position; without those that were fetched for a line of
 * another file. Throws `not_found`, naming the first of `file_ids` that is not the account's. To keep them, lock their
 * uploads.
 */
export async function listFiles(db: Db, account_id: string, file_ids: readonly string[]): Promise<FileRow[]> {
  const rows = await selectFiles(db, account_id)
    .where(sql<boolean>`id = any(${file_ids})`)
    .where("parent_file_id", "is", null)
    .orderBy("upload_id")
    .orderBy("position")
    .execute();
  assertAllFound("file", file_ids, rows);
  return rows;
}

/** The first file of each upload that has one. */
export async function listFirstOf(
  tx: Tx,
  account_id: string,
  upload_ids: readonly string[],
): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select file.* from unnest(${upload_ids}::text[]) as upload (id)
    cross join lateral (
      select * from files
      where account_id = ${account_id} and upload_id = upload.id and parent_file_id is null
      order by position limit 1) as file`.execute(tx);
  return rows;
}

/** The selection of `listUnfit`: every file of some uploads, and single files. */
export interface FileSelection {
  readonly upload_ids?: readonly string[] | undefined;
  readonly file_ids?: readonly string[] | undefined;
}

/** The first `limit` selected files that are not ready, or of another medium than the `fit` ones, in the order of `listFiles`. */
export async function listUnfit(
  db: Db,
  account_id: string,
  {
    upload_ids = [],
    file_ids = [],
    fit,
    limit,
  }: FileSelection & { readonly fit: readonly string[]; readonly limit: number },
): Promise<FileRow[]> {
  return selectFiles(db, account_id)
    .where(sql<boolean>`(upload_id = any(${upload_ids}) or id = any(${file_ids}))`)
    .where("parent_file_id", "is", null)
    .where(sql<boolean>`(status <> 'ready' or medium <> all(${fit}::text[]))`)
    .orderBy("upload_id")
    .orderBy("position")
    .limit(limit)
    .execute();
}

/** The account's file; throws `not_found`, also if it is another account's. */
export async function getFile(db: Db, account_id: string, id: string): Promise<FileRow> {
  const row = await selectFiles(db, account_id).where("id", "=", id).executeTakeFirst();
  return row ?? missing("file", id);
}

/** The same as `getUpload`, with the row locked until `tx` ends. */
export async function lockUpload(tx: Tx, account_id: string, id: string): Promise<UploadRow> {
  const row = await selectUploads(tx, account_id).where("id", "=", id).forUpdate().executeTakeFirst();
  return row ?? missing("upload", id);
}

/** The same as `getUpload`; undefined if there is none. */
export async function findUpload(db: Db, { id, account_id }: UploadKey): Promise<UploadRow | undefined> {
  return selectUploads(db, account_id).where("id", "=", id).executeTakeFirst();
}

/**
 * An upload if it has that status, locked until `tx` ends, for the code that changes the
 * status.
 */
export async function findInStatus(
  tx: Tx,
  { id, account_id }: UploadKey,
  status: "uploading" | "processing",
): Promise<UploadRow | undefined> {
  return tx
    .selectFrom("uploads")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .where("status", "=", status)
    .forUpdate()
    .executeTakeFirst();
}

/** What says of an upload's row that its file is a dataset. */
export function datasetIn(content: "items" | "dataset"): Pick<NewRow<"uploads">, "dataset_import"> {
  return content === "dataset" ? { dataset_import: JSON.stringify({ status: "waiting" }) } : {};
}

export async function insertUpload(tx: Tx, row: NewRow<"uploads">): Promise<UploadRow> {
  return tx.insertInto("uploads").values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateUpload(
  tx: Db,
  { id, account_id }: UploadKey,
  change: Change<"uploads">,
): Promise<UploadRow> {
  return tx
    .updateTable("uploads")
    .set(change)
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes the import of a dataset while it runs; returns false if another run has ended it, or the upload was deleted. */
export async function updateImport(
  db: Db,
  { id, account_id }: UploadKey,
  { created_at }: Pick<DatasetImport, "created_at">,
  change: Partial<DatasetImport>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("uploads")
    .set({ dataset_import: sql`dataset_import || ${JSON.stringify(change)}::jsonb` })
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`dataset_import @> ${JSON.stringify({ status: "running", created_at })}::jsonb`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Those of the account's uploads, locked by `tx`, of which no batch has a file, apart from deleted batches. `offset 0` looks
 * up each file and batch by its key, or all batches of the account may be read.
 */
export async function listUnused(
  tx: Tx,
  account_id: string,
  upload_ids: readonly string[],
): Promise<string[]> {
  await preferIndexes(tx);
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${upload_ids}::text[]) as upload (id)
    where not exists (
      select from files
      where files.account_id = ${account_id} and upload_id = upload.id and exists (
        select from batch_files
        where batch_files.account_id = files.account_id and file_id = files.id and exists (
          select from batches
          where batches.account_id = batch_files.account_id and batches.id = batch_id and deleted_at is null offset 0)
        offset 0))`.execute(tx);
  return rows.map(({ id }) => id);
}

const ROWS_AT_ONCE = 1_000;

export async function insertFiles(tx: Tx, rows: readonly NewRow<"files">[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await tx
      .insertInto("files")
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute();
  }
}

/** Stores the skips of an upload, in order. */
export async function insertSkips(tx: Tx, upload: UploadKey, skips: readonly Skip[]): Promise<void> {
  if (skips.length === 0) return;
  await sql`
    insert into upload_skips (account_id, upload_id, position, filename, line, reason)
    select ${upload.account_id}, ${upload.id}, ordinality, filename, line, reason
    from rows from (jsonb_to_recordset(${JSON.stringify(skips)}::jsonb) as (filename text, line integer, reason text))
      with ordinality`.execute(tx);
}

/** The skips of an upload, in order. */
export async function listSkips(db: Db, { id, account_id }: UploadKey): Promise<readonly Skip[]> {
  return db
    .selectFrom("upload_skips")
    .select(["filename", "line", "reason"])
    .where("account_id", "=", account_id)
    .where("upload_id", "=", id)
    .orderBy("position")
    .execute();
}

/** The first `limit` files of each upload of the account, in order, without those of lines. */
export async function listFirstFiles(
  db: Db,
  account_id: string,
  upload_ids: readonly string[],
  limit: number,
): Promise<FileRow[]> {
  return db
    .selectFrom("files")
    .selectAll()
    .where("account_id", "=", account_id)
    .where(sql<boolean>`upload_id = any(${upload_ids})`)
    .where("position", "<", limit)
    .where("parent_file_id", "is", null)
    .orderBy("upload_id")
    .orderBy("position")
    .execute();
}

/** Up to `limit` files of an upload that come after `position`, without those of lines. */
export async function listFilesAfter(
  db: Db,
  { id, account_id }: UploadKey,
  position: number,
  limit: number,
): Promise<FileRow[]> {
  return db
    .selectFrom("files")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("upload_id", "=", id)
    .where("position", ">", position)
    .where("parent_file_id", "is", null)
    .orderBy("position")
    .limit(limit)
    .execute();
}

/** The account's uploads except deleted ones, for a list to filter and page. */
export function selectUploads(db: Db, account_id: string) {
  return db
    .selectFrom("uploads")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("deleted_at", "is", null);
}

/** The account's files except those of deleted uploads. */
function selectFiles(db: Db, account_id: string) {
  return db
    .selectFrom("files")
    .selectAll()
    .where("account_id", "=", account_id)
    .where(sql<boolean>`exists (
    select from uploads
    where uploads.account_id = files.account_id and uploads.id = upload_id and deleted_at is null)`);
}

function assertAllFound(
  kind: "upload" | "file",
  ids: readonly string[],
  rows: readonly { readonly id: string }[],
): void {
  const found = new Set(rows.map(({ id }) => id));
  for (const id of ids) {
    if (!found.has(id)) missing(kind, id);
  }
}

function missing(kind: "upload" | "file", id: string): never {
  throw new ServiceError("not_found", `there is no ${kind} ${id}`);
}
