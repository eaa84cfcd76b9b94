import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";

/** A stored blob is named by the SHA-256 of its bytes, in lower-case hexadecimal. */
export interface StoredBlob {
  readonly sha256: string;
  readonly size_bytes: number;
}

/** Bytes `start` to `end`, both inclusive and counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface Blobs {
  /**
   * Stores what `source` gives, hashing while it streams; durable when it resolves. Throws
   * `payload_too_large` past `limitBytes`; what was written is removed then and when `source` fails.
   */
  readonly receive: (source: AsyncIterable<Uint8Array>, limitBytes: number) => Promise<StoredBlob>;
  readonly open: (sha256: string, range?: ByteRange) => Readable;
  readonly exists: (sha256: string) => Promise<boolean>;
  readonly remove: (sha256: string) => Promise<void>;
}

/** Blobs as files under `directory`, two levels of folders deep. */
export async function fileBlobs(directory: string): Promise<Blobs> {
  const incoming = join(directory, "incoming");
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true });
  const pathOf = (sha256: string): string => join(directory, sha256.slice(0, 2), sha256.slice(2, 4), sha256);

  return {
    async receive(source, limitBytes) {
      const temporary = join(incoming, randomUUID());
      try {
        const blob = await write(temporary, source, limitBytes);
        const path = pathOf(blob.sha256);
        await mkdir(dirname(path), { recursive: true });
        await rename(temporary, path);
        return blob;
      } catch (fault) {
        await rm(temporary, { force: true });
        throw asStorageFault(fault);
      }
    },
    open: (sha256, range) => createReadStream(pathOf(sha256), range && { start: range.start, end: range.end }),
    exists: (sha256) => stat(pathOf(sha256)).then(() => true, () => false),
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
  };
}

async function write(path: string, source: AsyncIterable<Uint8Array>, limitBytes: number): Promise<StoredBlob> {
  const hash = createHash("sha256");
  const file = await open(path, "wx");
  let size_bytes = 0;
  try {
    for await (const chunk of source) {
      size_bytes += chunk.length;
      if (size_bytes > limitBytes) {
        throw new ServiceError("payload_too_large", `the file is larger than ${limitBytes} bytes`);
      }
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest("hex"), size_bytes };
}

function asStorageFault(fault: unknown): unknown {
  if (fault instanceof Error && "code" in fault && fault.code === "ENOSPC") {
    return new ServiceError("insufficient_storage", "the service's disk is full", { cause: fault });
  }
  return fault;
}
