import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import { isStoresFault } from "../platform/blobs/stores-fault.ts";
import { clearSteps } from "./clear.ts";
import { FetchError } from "./receiving/fetch.ts";
import { findInStatus, type UploadKey, updateUpload } from "./store.ts";

/** Makes a `processing` upload `failed` and removes what was stored of it. Rethrows faults that are not the sender's. */
export async function failUpload(deps: Deps, upload: UploadKey, fault: unknown): Promise<void> {
  const error = errorOf(fault);
  await deps.db.transaction().execute(async (tx) => {
    if ((await findInStatus(tx, upload, "processing")) === undefined) return;
    const failed = {
      status: "failed",
      source: null,
      error: JSON.stringify(error),
      expires_at: null,
    } as const;
    await updateUpload(tx, upload, { ...failed, updated_at: deps.now() });
  });
  await clearSteps(deps, upload);
}

/** The error for the sender; rethrows errors that are not the sender's. */
function errorOf(fault: unknown): { code: string; message: string } {
  if (fault instanceof FetchError) return { code: "fetch_failed", message: fault.message };
  if (fault instanceof ServiceError && !isStoresFault(fault)) {
    return { code: fault.code, message: fault.message };
  }
  throw fault;
}
