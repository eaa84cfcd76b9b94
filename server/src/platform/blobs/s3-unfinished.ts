import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import type { UnfinishedPart } from "../database/upload-tables.ts";
import type { Appended, RecordParts, StagedBlob, UnfinishedFile, UnfinishedFiles } from "./blobs.ts";
import { countedBytes } from "./unfinished.ts";

/** The size of an object while few requests append, and the most bytes of an unfinished file that a crash can lose. */
const PART_BYTES = 8 * 1024 * 1024;

/** A smaller last part is written again with the bytes that follow. */
const SMALL_BYTES = 5 * 1024 * 1024;

/**
 * What all requests of a process gather before they store it. More of them make smaller objects: 100 that sent slowly took
 * 700 MB with objects of 8 MiB.
 */
const GATHERED_BYTES = 64 * 1024 * 1024;
const LEAST_PART_BYTES = 256 * 1024;

/** Operations on the objects of parts, by the parts' names. */
export interface PartObjects {
  readonly put: (name: string, bytes: Buffer) => Promise<void>;
  readonly open: (name: string) => Readable;
  /** Undefined if there is no such object. */
  readonly findSize: (name: string) => Promise<number | undefined>;
  /** Names of objects stored before a time: each call has another page. */
  readonly listSome: (before: Date) => Promise<string[]>;
  /** Names that are gone are no error. */
  readonly remove: (names: readonly string[]) => Promise<void>;
  readonly stage: (source: AsyncIterable<Uint8Array>, limitBytes: number) => Promise<StagedBlob>;
}

/** Complete files that are put together at a time: each holds up to 24 MB. */
const STAGED_AT_ONCE = 6;

/** The size of a part while `senders` files arrive at once. */
export function partBytes(senders: number): number {
  return Math.min(PART_BYTES, Math.max(LEAST_PART_BYTES, GATHERED_BYTES / senders));
}

/** Unfinished files as objects that never change (ADR 0062). */
export function s3Unfinished(objects: PartObjects): UnfinishedFiles {
  let appending = 0;
  const inTurn = turns(1); // each holds some 8 MiB
  const toStage = turns(STAGED_AT_ONCE);
  return {
    async append(file, source, limitBytes, record) {
      appending += 1;
      try {
        return await append(
          { ...objects, partBytes: () => partBytes(appending), inTurn },
          file,
          limited(source, limitBytes),
          record,
        );
      } finally {
        appending -= 1;
      }
    },
    bytesOf: async (parts) => countedBytes(parts),
    stage: (parts) => toStage(() => objects.stage(contentOf(objects, parts), Number.POSITIVE_INFINITY)),
    findSize: objects.findSize,
    listSome: objects.listSome,
    drop: (parts) => objects.remove(parts.map(({ name }) => name)),
  };
}

/** Runs up to `most` pieces of work at a time, in the order of their calls. */
export function turns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift(); // takes over the place
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** The parts at the end that are smaller than 5 MiB, if they have 8 MiB together with `more` bytes. */
function toMerge(parts: readonly UnfinishedPart[], more: number): readonly UnfinishedPart[] {
  const run = parts.slice(parts.findLastIndex(({ bytes }) => bytes >= SMALL_BYTES) + 1);
  return countedBytes(run) + more >= PART_BYTES ? run : [];
}

interface Appending extends PartObjects {
  readonly partBytes: () => number;
  readonly inTurn: ReturnType<typeof turns>;
}

async function append(
  objects: Appending,
  { name, parts }: UnfinishedFile,
  source: AsyncGenerator<Uint8Array>,
  record: RecordParts,
): Promise<Appended> {
  const last = parts.at(-1);
  const smallBytes = Math.min(SMALL_BYTES, objects.partBytes());
  const small = last !== undefined && last.bytes < smallBytes ? [last] : [];
  let stored = parts.slice(0, parts.length - small.length);
  let pending: Uint8Array[] = [];
  for await (const chunk of contentOf(objects, small)) pending.push(chunk);
  let pendingBytes = countedBytes(small);
  let bytes = 0;
  let fault: unknown;
  async function store(): Promise<void> {
    const merged = toMerge(stored, pendingBytes);
    const part = { name: `${name}.${randomUUID()}`, bytes: countedBytes(merged) + pendingBytes };
    const put = async (): Promise<void> => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of contentOf(objects, merged)) chunks.push(chunk);
      await objects.put(part.name, Buffer.concat([...chunks, ...pending]));
    };
    await (merged.length > 0 ? objects.inTurn(put) : put());
    stored = [...stored.slice(0, stored.length - merged.length), part];
    pending = [];
    pendingBytes = 0;
  }
  for (;;) {
    const next = await source.next().catch((broken: unknown) => {
      if (broken instanceof ServiceError) throw broken;
      fault = broken ?? new Error("the source broke off");
    });
    if (next === undefined || next.done === true) break;
    pending.push(next.value);
    pendingBytes += next.value.length;
    bytes += next.value.length;
    if (pendingBytes < objects.partBytes()) continue;
    await store();
    await record(stored);
  }
  if (bytes === 0) return { bytes, fault, parts };
  if (pendingBytes > 0) await store();
  return { bytes, fault, parts: stored };
}

/** Throws `payload_too_large` instead of the chunk that exceeds `limitBytes`. */
export async function* limited(
  source: AsyncIterable<Uint8Array>,
  limitBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > limitBytes) {
      throw new ServiceError("payload_too_large", `more than ${limitBytes} bytes were sent`);
    }
    yield chunk;
  }
}

/** The bytes of `parts`, one after another. */
export async function* contentOf(
  { open }: Pick<PartObjects, "open">,
  parts: readonly Pick<UnfinishedPart, "name">[],
): AsyncGenerator<Buffer> {
  for (const { name } of parts) yield* open(name);
}
