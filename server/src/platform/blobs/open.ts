import type { Storage } from "../storage-url.ts";
import type { Blobs } from "./blobs.ts";
import { diskBlobs } from "./disk.ts";
import { withFallback } from "./fallback.ts";

/**
 * Opens the store of `ASSAY_STORAGE_URL`. Throws a sentence for the operator if it cannot be used. The AWS SDK is loaded
 * only for S3, because it takes memory and time to start.
 * `fallback` is the store of `ASSAY_STORAGE_FALLBACK_URL`, while blobs are moved.
 */
export async function openBlobs(storage: Storage, fallback?: Storage): Promise<Blobs> {
  const blobs = await openStore(storage);
  return fallback === undefined ? blobs : withFallback(blobs, await openStore(fallback));
}

async function openStore(storage: Storage): Promise<Blobs> {
  if (storage.kind === "folder") {
    return diskBlobs(storage.folder).catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`ASSAY_STORAGE_URL, ASSAY_DATA_DIR: ${storage.folder} cannot hold files: ${why}`, {
        cause,
      });
    });
  }
  const { openS3Blobs } = await import("./s3.ts");
  return openS3Blobs(storage);
}
