import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";
import type { Row } from "../platform/tables.ts";

export type UploadRow = Row<"uploads">;
export type FileRow = Row<"files">;

/** The account's upload; throws `not_found`, also where it is another account's. */
export async function getUpload(db: Db, account_id: string, id: string): Promise<UploadRow> {
  const row = await selectUploads(db, account_id).where("id", "=", id).executeTakeFirst();
  return row ?? missing("upload", id);
}

/**
 * The account's uploads in the order of their ids, kept from being deleted until `tx` ends (FOR SHARE).
 * Throws `not_found` that names the first id that is not the account's. Their status is for the caller to check.
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

/** What `listFiles` gives: every file of some uploads, and single files. */
export interface FileSelection {
  readonly upload_ids?: readonly string[];
  readonly file_ids?: readonly string[];
}

/**
 * The selected files, each once, in the order of their uploads' ids and then of their position; without those
 * that were fetched for a line of another file. Throws `not_found` that names the first of `file_ids` that is
 * not the account's. To keep them, lock the uploads they belong to.
 */
export async function listFiles(
  db: Db,
  account_id: string,
  { upload_ids = [], file_ids = [] }: FileSelection,
): Promise<FileRow[]> {
  const rows = await selectFiles(db, account_id)
    .where(sql<boolean>`(upload_id = any(${upload_ids}) or id = any(${file_ids}))`)
    .where("parent_file_id", "is", null)
    .orderBy("upload_id")
    .orderBy("position")
    .execute();
  assertAllFound("file", file_ids, rows);
  return rows;
}

/** The account's file; throws `not_found`, also where it is another account's. */
export async function getFile(db: Db, account_id: string, id: string): Promise<FileRow> {
  const row = await selectFiles(db, account_id).where("id", "=", id).executeTakeFirst();
  return row ?? missing("file", id);
}

function selectUploads(db: Db, account_id: string) {
  return db.selectFrom("uploads").selectAll().where("account_id", "=", account_id);
}

function selectFiles(db: Db, account_id: string) {
  return db.selectFrom("files").selectAll().where("account_id", "=", account_id);
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
