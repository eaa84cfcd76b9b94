import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ServiceError } from "@assay/domain/errors.ts";
import { Upload } from "@aws-sdk/lib-storage";
import { makeTempFolder } from "../temp-folder.ts";
import type { ByteRange, ReadableBlob, StagedBlob, StoredBlob } from "./blobs.ts";
import type { S3Connection } from "./s3-client.ts";
import { asStoreFault } from "./s3-faults.ts";
import { openObject } from "./s3-reading.ts";

/** A larger object is sent in parts of this size, so that a broken connection repeats only one of them. */
const PART_BYTES = 8 * 1024 * 1024;
/** Parts of one object in memory. */
const PARTS_AT_ONCE = 2;
/** The first bytes of a staged blob stay in memory: its kind is read from them, several times. */
const HEAD_BYTES = 512;

/** Stages bytes that arrive. */
export type StageStream = (source: AsyncIterable<Uint8Array>, limitBytes: number) => Promise<StagedBlob>;

/** Stages bytes as an object of today. */
export function stageIn(connection: S3Connection): StageStream {
  const { client, storage } = connection;
  const { bucket, prefix } = storage;
  return async (source, limitBytes) => {
    const key = `${prefix}incoming/${dayOf(new Date())}/${randomUUID()}`;
    const measured = measure(source, limitBytes);
    const body = Readable.from(measured.chunks(), { objectMode: false });
    body.on("error", () => undefined); // the upload reports it
    const params = { Bucket: bucket, Key: key, Body: body };
    try {
      await new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done();
    } catch (fault) {
      body.destroy();
      throw measured.fault() ?? asStoreFault(fault, storage);
    }
    const { head, ...blob } = measured.result();
    const open = (range?: ByteRange): Readable =>
      range !== undefined && range.end < head.length
        ? Readable.from([head.subarray(range.start, range.end + 1)])
        : openObject(connection, key, range);
    return { ...readable(blob, open), staged: key };
  };
}

/** Hashes and counts the bytes of `source` while they pass. */
function measure(source: AsyncIterable<Uint8Array>, limitBytes: number) {
  const hash = createHash("sha256");
  let size_bytes = 0;
  let head = Buffer.alloc(0);
  let fault: unknown;
  // A stream may fail before it is read, and an unhandled error would end the process; the loop reports it too.
  if (source instanceof Readable) source.on("error", () => undefined);
  function add(chunk: Uint8Array): void {
    size_bytes += chunk.length;
    if (size_bytes > limitBytes) {
      throw new ServiceError("payload_too_large", `more than ${limitBytes} bytes were sent`);
    }
    hash.update(chunk);
    const rest = HEAD_BYTES - head.length;
    if (rest > 0) head = Buffer.concat([head, chunk.subarray(0, rest)]);
  }
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source) {
        add(chunk);
        if (chunk.length > 0) yield chunk;
      }
    } catch (thrown) {
      fault = thrown ?? new Error("the source broke off");
      throw fault;
    }
  }
  return { chunks, fault: () => fault, result: () => ({ sha256: hash.digest("hex"), size_bytes, head }) };
}

/** A blob that is read by `open`, or borrowed as a temporary file. */
export function readable({ sha256, size_bytes }: StoredBlob, open: ReadableBlob["open"]): ReadableBlob {
  return {
    sha256,
    size_bytes,
    open,
    async borrow() {
      const { path: folder, remove: giveBack } = await makeTempFolder();
      const path = join(folder, sha256);
      try {
        await pipeline(open(), createWriteStream(path, { flags: "wx", mode: 0o600 }));
      } catch (fault) {
        await giveBack();
        throw fault;
      }
      return { path, giveBack };
    },
  };
}

/** The day of `time` in UTC. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
