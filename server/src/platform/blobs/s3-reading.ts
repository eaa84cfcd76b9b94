import { Readable } from "node:stream";
import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import type { ByteRange } from "./blobs.ts";
import { asStoreFault, codeOf, statusOf } from "./s3-faults.ts";

/** Connections that may break one after another without a byte between them. */
const MAX_BREAKS = 3;

const WHOLE: ByteRange = { start: 0, end: Number.POSITIVE_INFINITY };

interface Wanted {
  readonly bucket: string;
  readonly key: string;
  readonly range: ByteRange | undefined;
}

/**
 * Streams an object. A connection that breaks or stalls on the way is replaced: objects never change, so that the rest
 * can be read by range. Destroying the stream closes the connection.
 */
export function openObject(client: S3Client, wanted: Wanted): Readable {
  const gone = new AbortController();
  const chunks = read(client, wanted, gone.signal);
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
  client: S3Client,
  wanted: Wanted,
  signal: AbortSignal,
): AsyncGenerator<Buffer, undefined> {
  const { start: first, end } = wanted.range ?? WHOLE;
  let start = first;
  let breaks = 0;
  for (;;) {
    const body = await request(client, { ...wanted, range: { start, end } }, signal).catch(
      (fault: unknown) => {
        if (statusOf(fault) === 416 && start > first) return undefined; // it broke off behind the last byte
        throw isMissing(fault)
          ? new Error(`the store has no object ${wanted.key}`, { cause: fault })
          : asStoreFault(fault);
      },
    );
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
      if (signal.aborted || breaks > MAX_BREAKS) throw asStoreFault(fault);
    } finally {
      body.destroy();
    }
  }
}

async function request(
  client: S3Client,
  { bucket, key, range }: Wanted,
  signal: AbortSignal,
): Promise<Readable> {
  const { start, end } = range ?? WHOLE;
  const isWhole = start === 0 && end === Number.POSITIVE_INFINITY;
  const last = end === Number.POSITIVE_INFINITY ? "" : end;
  const { Body } = await client.send(
    new GetObjectCommand({ Bucket: bucket, Key: key, ...(!isWhole && { Range: `bytes=${start}-${last}` }) }),
    { abortSignal: signal },
  );
  if (Body instanceof Readable) return Body;
  throw new Error("the store sent no body");
}

/** Whether the store says that there is no such object. */
export function isMissing(fault: unknown): boolean {
  return codeOf(fault) !== "NoSuchBucket" && statusOf(fault) === 404;
}
