import zlib from "node:zlib";

/**
 * The bytes that zstd compressed, at most `most` of them; throws a RangeError if there are more. The packed command line also runs on
 * Node 20, which has no zstd: there it throws what `fault` makes of the reason, which goes on after a file's name.
 */
export function unzstd(bytes: Uint8Array, most: number, fault: (what: string) => Error): Buffer {
  if (!("zstdDecompressSync" in zlib))
    throw fault("is compressed by zstd, which this version of Node cannot read: use Node 22.15 or newer");
  return zlib.zstdDecompressSync(bytes, { maxOutputLength: most });
}
