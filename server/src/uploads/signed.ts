import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Db } from "../platform/database/db.ts";
import type { FileRow, UploadKey } from "./store.ts";

/** The file of a signed URL; throws `not_found`, also if its upload is deleted. */
export async function getSignedFile(db: Db, id: string): Promise<FileRow> {
  const file = await db
    .selectFrom("files")
    .selectAll()
    .where("id", "=", id)
    .where(
      sql<boolean>`exists (
        select from uploads
        where uploads.account_id = files.account_id and uploads.id = upload_id and deleted_at is null)`,
    )
    .executeTakeFirst();
  if (file === undefined) throw new ServiceError("not_found", `there is no file ${id}`);
  return file;
}

/** The upload of a signed URL; throws `not_found`, also if it is deleted. */
export async function getSignedUpload(db: Db, id: string): Promise<UploadKey> {
  const upload = await db
    .selectFrom("uploads")
    .select(["id", "account_id"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (upload === undefined) throw new ServiceError("not_found", `there is no upload ${id}`);
  return upload;
}
