import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { ServiceError } from "@assay/domain/errors.ts";
import type { StoredBlob } from "./blobs.ts";
import { FILE_MODE } from "./disk-unfinished.ts";

/** As many are gathered for one write: to begin a write takes longer than to copy them. */
const WRITE_BYTES = 256 * 1024;

/**
 * Writes a new file, and gives its digest. Bytes are written while the source makes the next ones: a write waits for another
 * thread, and so does a source that reads. Throws `payload_too_large` for more than `limitBytes`.
 */
export async function writeFileOf(
  path: string,
  source: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<StoredBlob> {
  const hash = createHash("sha256");
  const file = await open(path, "wx", FILE_MODE);
  let size_bytes = 0;
  let begun: Uint8Array[] = [];
  let begunBytes = 0;
  let writing: Promise<void> = Promise.resolve();
  async function writeBegun(): Promise<void> {
    await writing;
    writing = file.writeFile(Buffer.concat(begun, begunBytes));
    writing.catch(() => undefined); // it is thrown where it is awaited
    [begun, begunBytes] = [[], 0];
  }
  try {
    for await (const chunk of source) {
      size_bytes += chunk.length;
      assertWithin(size_bytes, limitBytes);
      hash.update(chunk);
      begun.push(chunk);
      begunBytes += chunk.length;
      if (begunBytes >= WRITE_BYTES) await writeBegun();
    }
    await writeBegun();
    await writing;
  } finally {
    await writing.catch(() => undefined); // the file must not be closed before
    await file.close();
  }
  return { sha256: hash.digest("hex"), size_bytes };
}

/** Throws `payload_too_large`. */
export function assertWithin(bytes: number, limitBytes: number): void {
  if (bytes > limitBytes) {
    throw new ServiceError("payload_too_large", `more than ${limitBytes} bytes were sent`);
  }
}
