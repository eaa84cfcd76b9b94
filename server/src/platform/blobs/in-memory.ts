import { Readable } from "node:stream";
import type { ByteRange, ReadableBlob } from "./blobs.ts";

/** The blob, read from its bytes in memory and not from the store. */
export function inMemory<Blob extends ReadableBlob>(blob: Blob, bytes: Uint8Array): Blob {
  return { ...blob, bytes, open: (range) => Readable.from([part(bytes, range)]) };
}

/** The bytes of a blob, or some of them: of one that is large, read some. */
export async function bytesOf(
  { bytes, open }: Pick<ReadableBlob, "bytes" | "open">,
  range?: ByteRange,
): Promise<Buffer> {
  return bytes === undefined ? Buffer.concat(await open(range).toArray()) : part(bytes, range);
}

function part(bytes: Uint8Array, { start, end }: ByteRange = { start: 0, end: bytes.length - 1 }): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(end + 1, bytes.length) - start);
}
