import type { Storage } from "../storage-url.ts";
import type { Blobs } from "./blobs.ts";
import { diskBlobs } from "./disk.ts";

/**
 * Opens the store of `ASSAY_STORAGE_URL`. Throws a sentence for the operator if it cannot be used. The AWS SDK is loaded
 * only for S3, because it takes memory and time to start.
 */
export async function openBlobs(storage: Storage): Promise<Blobs> {
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
