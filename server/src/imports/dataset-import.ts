import { ServiceError } from "@assay/domain/errors.ts";
import type { Static } from "typebox";
import { getBatch } from "../batches/store.ts";
import type { Actor } from "../members/acting.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { DatasetImport as Stored } from "../platform/database/upload-tables.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { getUpload, lockUpload, type UploadRow, updateUpload } from "../uploads/store.ts";
import type { DatasetImport, ImportDataset, Imported } from "./schemas.ts";

/**
 * Requests the import of an uploaded dataset into a batch; a job does it. Throws `not_found`, and `invalid_state` for an upload of
 * items, of several files, that is not ready, or that is being imported.
 */
export async function requestImport(
  tx: Tx,
  caller: Caller,
  now: Date,
  { upload_id, ...asked }: ImportDataset & { readonly upload_id: string },
): Promise<Static<typeof DatasetImport>> {
  const { account_id } = caller;
  const upload = await lockUpload(tx, account_id, upload_id);
  await getBatch(tx, account_id, asked.batch_id);
  assertImportable(upload);
  const stored: Stored = {
    ...{ dry_run: false, clip: false, on_error: "fail", ...asked, on_conflict: asked.on_conflict ?? null },
    ...{ status: "running", by: senderOf(caller), lines: 0, result: null, error: null },
    ...{ created_at: now.toISOString(), finished_at: null },
  };
  await updateUpload(tx, upload, { dataset_import: JSON.stringify(stored) });
  await addJob(tx, account_id, "import_dataset", { upload_id });
  return toImport(upload_id, stored);
}

/** The last import of an upload, or null; throws `not_found` if there is no such upload. */
export async function findImport(
  db: Db,
  account_id: string,
  id: string,
): Promise<Static<typeof DatasetImport> | null> {
  const { dataset_import } = await getUpload(db, account_id, id);
  return dataset_import === null || dataset_import.status === "waiting" ? null : toImport(id, dataset_import);
}

function assertImportable({ id, status, file_count, dataset_import }: UploadRow): void {
  const fault = (what: string) => new ServiceError("invalid_state", `the upload ${id} ${what}`);
  if (dataset_import === null) throw fault("has items, not a dataset: upload the file with content=dataset");
  if (status !== "ready") throw fault(`is ${status}; it must be ready`);
  if (file_count !== 1) throw fault(`has ${file_count} files; a dataset is one`);
  if (dataset_import.status === "running") throw fault("is being imported; wait until that has ended");
}

function senderOf(caller: Caller): Stored["by"] {
  if (caller.kind === "person") return { kind: "person", member_id: caller.member_id };
  return { kind: "key", key_id: caller.key_id, key_name: caller.key_name };
}

/** Who asked for an import of the account. */
export function actorOf(account_id: string, { by }: Stored): Actor {
  return { account_id, ...by };
}

function toImport(upload_id: string, stored: Stored): Static<typeof DatasetImport> {
  const { batch_id, format, kind, dry_run, status, lines, error, created_at, finished_at } = stored;
  const result = stored.result as Imported | null; // the job stores what `storeLines` returns
  return {
    upload_id,
    batch_id,
    format,
    kind,
    dry_run,
    status,
    lines,
    result,
    error,
    created_at,
    finished_at,
  };
}
