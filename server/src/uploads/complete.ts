import { randomUUID } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import { directPart, lease, partsOf, readAgain, release } from "./lease.ts";
import { completeUpload } from "./pieces.ts";
import type { UploadRow } from "./store.ts";

/**
 * Takes over the bytes that a client sent straight to the store, and hands the upload to its job. Does nothing
 * for an upload that was handed over already. Throws `invalid_state` if the store does not have exactly the
 * announced bytes, `checksum_mismatch` if they have another digest, `gone`, and `locked` while another request
 * appends or completes it.
 */
export async function completeSent(deps: Deps, upload: UploadRow): Promise<UploadRow> {
  const { id, status, size_bytes, received_bytes } = upload;
  if (status === "expired") throw new ServiceError("gone", `the upload ${id} has expired`);
  if (status !== "pending" && status !== "uploading") return upload;
  if (received_bytes < size_bytes) {
    await takeOver(deps, upload).catch(async (fault: unknown) => {
      // Another request may have taken the bytes over meanwhile, and even have handed them to the job.
      const current = await readAgain(deps.db, upload);
      if (current.received_bytes < size_bytes) throw fault;
    });
  }
  const completed = await completeUpload(deps, upload);
  if (completed.status === "uploading")
    throw new ServiceError(
      "locked",
      `another request completes the upload ${id}; ask for it until it is ready`,
    );
  return completed;
}

async function takeOver(deps: Deps, upload: UploadRow): Promise<void> {
  const { id, size_bytes, received_bytes } = upload;
  const name = directPart(id);
  const sent = await deps.blobs.unfinished.findSize(name);
  if (sent !== size_bytes) {
    const got = Math.max(sent ?? 0, received_bytes);
    throw new ServiceError(
      "invalid_state",
      `the upload ${id} has ${got} of ${size_bytes} bytes; send the file to its upload_url first`,
    );
  }
  const writer = randomUUID();
  const leased = await lease(deps, upload, { writer, offset: received_bytes });
  await release(deps, upload, { writer, parts: [{ name, bytes: size_bytes }] }, partsOf(leased));
}
