import { Readable } from "node:stream";
import { GetObjectCommand } from "@aws-sdk/client-s3";
import type { ByteRange } from "./blobs.ts";
import type { S3Connection } from "./s3-client.ts";
import { asStoreFault, codeOf, statusOf } from "./s3-faults.ts";

/** Connections that may break one after another without a byte between them. */
const MAX_BREAKS = 3;

const WHOLE: ByteRange = { start: 0, end: Number.POSITIVE_INFINITY };

interface Wanted {
  readonly key: string;
  readonly range: ByteRange;
}

/**
 * Streams an object. A connection that breaks or stalls on the way is replaced: objects never change, so that the rest
 * can be read by range. Destroying the stream closes the connection.
 */
export function openObject(connection: S3Connection, key: string, range = WHOLE): Readable {
  const gone = new AbortController();
  const chunks = read(connection, { key, range }, gone.signal);
  return new Readable({
    read() {
      chunks.next().then(
        ({ value, done }) => this.push(done ? null : value),
        (fault: unknown) => this.destroy(fault instanceof Error ? fault : new Error(String(fault))),
      );
    },
    destroy(fault, done) {
      gone.abort();
      void chunks.return(undefined).catch(() => undefined); // ends the request if no read is waiting
      done(fault);
    },
  });
}

async function* read(
  connection: S3Connection,
  { key, range: { start: first, end } }: Wanted,
  signal: AbortSignal,
): AsyncGenerator<Buffer, undefined> {
  let start = first;
  let breaks = 0;
  for (;;) {
    const body = await request(connection, { key, range: { start, end } }, signal).catch((fault: unknown) => {
      if (statusOf(fault) === 416 && start > first) return undefined; // it broke off behind the last byte
      throw isMissing(fault)
        ? new Error(`the store has no object ${key}`, { cause: fault })
        : asStoreFault(fault, connection.storage);
    });
    if (body === undefined) return;
    try {
      for await (const chunk of body) {
        breaks = 0;
        start += chunk.length;
        yield chunk;
      }
      return;
    } catch (fault) {
      breaks += 1;
      if (signal.aborted || breaks > MAX_BREAKS) throw asStoreFault(fault, connection.storage);
    } finally {
      body.destroy();
    }
  }
}

async function request(
  { client, storage }: S3Connection,
  { key, range: { start, end } }: Wanted,
  signal: AbortSignal,
): Promise<Readable> {
  const isWhole = start === 0 && end === Number.POSITIVE_INFINITY;
  const last = end === Number.POSITIVE_INFINITY ? "" : end;
  const { Body } = await client.send(
    new GetObjectCommand({
      Bucket: storage.bucket,
      Key: key,
      ...(!isWhole && { Range: `bytes=${start}-${last}` }),
    }),
    { abortSignal: signal },
  );
  if (Body instanceof Readable) return Body;
  throw new Error("the store sent no body");
}

/** Whether the store says that it has no such object; a missing bucket is a 404 too. */
export function isMissing(fault: unknown): boolean {
  return codeOf(fault) === "NoSuchKey";
}
