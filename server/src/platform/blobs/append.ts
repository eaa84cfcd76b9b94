import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { ServiceError } from "@assay/domain/errors.ts";

/** Files are readable by the service's own user only: media may be private. */
export const FILE_MODE = 0o600;

/** The most bytes of an unfinished file that a crash can lose. */
const SYNC_BYTES = 8 * 1024 * 1024;

/** The outcome of an `append`. */
export interface Appended {
  readonly bytes: number;
  /** The error that interrupted the source; undefined if it ended normally. */
  readonly fault: unknown;
}

/** Writes to the unfinished file at `path`; see `Blobs.append`. */
export async function append(
  path: string,
  offset: number,
  source: AsyncIterable<Uint8Array>,
  limitBytes: number,
  onSynced?: (bytes: number) => Promise<void>,
): Promise<Appended> {
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT, FILE_MODE);
  let bytes = 0;
  let synced = 0;
  let fault: unknown;
  try {
    await file.truncate(offset);
    const chunks = source[Symbol.asyncIterator]();
    for (;;) {
      const next = await chunks.next().catch((broken: unknown) => {
        fault = broken ?? new Error("the source broke off");
      });
      if (next === undefined || next.done === true) break;
      if (bytes + next.value.length > limitBytes) {
        await chunks.return?.();
        throw new ServiceError("payload_too_large", `more than ${limitBytes} bytes were sent`);
      }
      await writeAt(file, next.value, offset + bytes);
      bytes += next.value.length;
      if (onSynced === undefined || bytes - synced < SYNC_BYTES) continue;
      await file.sync();
      synced = bytes;
      await onSynced(bytes);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, fault };
}

/**
 * Writes all of `chunk`: on an almost full disk one write takes only a part of it, and the next one fails.
 */
async function writeAt(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, written, chunk.length - written, position + written);
    written += bytesWritten;
  }
}
