import { IdempotencyKeyReusedError, NotFoundError } from "./errors.ts";
import type { Upload } from "./schema.ts";

/** The upload did not become `ready`; the message says why. */
export class UploadError extends Error {
  override readonly name = "UploadError";
  readonly upload: Upload;

  constructor(upload: Upload) {
    super(upload.error?.message ?? `the upload ${upload.id} is ${upload.status}`);
    this.upload = upload;
  }
}

/** Whether the upload that an earlier call made with the same key failed, expired or was deleted. */
export function isOfNoUse(fault: unknown): boolean {
  return [UploadError, NotFoundError, IdempotencyKeyReusedError].some((one) => fault instanceof one);
}

/** The `Idempotency-Key` of an upload that `text` describes: a repeat within 24 hours finds the same upload. */
export async function keyOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return `upload-${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
