import { pipeline, type Readable, Transform } from "node:stream";
import * as zlib from "node:zlib"; // a namespace: the command line loads this file in versions of Node without crc32
import type { Entry, ZipFile } from "yauzl";

/**
 * The unpacked bytes of an entry. They end with an error if they are others than the archive says by CRC-32, which yauzl does not
 * check: a changed bit may well be unpacked to other text.
 */
export async function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  let checksum = 0;
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      checksum = zlib.crc32(chunk, checksum);
      done(null, chunk);
    },
    flush(done) {
      done(checksum === entry.crc32 ? null : new Error(`CRC-32 ${checksum} is not ${entry.crc32}`));
    },
  });
  return pipeline(await zip.openReadStreamPromise(entry), check, () => undefined);
}
