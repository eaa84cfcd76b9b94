import { createHash, randomUUID } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { type FileHandle, link, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ServiceError } from "@assay/domain/errors.ts";
import type { UnfinishedPart } from "../database/upload-tables.ts";
import type { StagedBlob, StoredBlob, UnfinishedFiles } from "./blobs.ts";

/** Files are readable by the service's own user only: media may be private. */
export const FILE_MODE = 0o600;

/** The most bytes of an unfinished file that a crash can lose. */
const SYNC_BYTES = 8 * 1024 * 1024;

const READ_BYTES = 1024 * 1024;

/** What the files need of the store. */
interface Store {
  /** The folder of the parts. */
  readonly folder: string;
  /** The folder of staged blobs, on the same file system. */
  readonly incoming: string;
  readonly stage: (source: AsyncIterable<Uint8Array>, limitBytes: number) => Promise<StagedBlob>;
  readonly asStaged: (path: string, blob: StoredBlob) => StagedBlob;
  /** The files of a folder last written before a time. */
  readonly namesBefore: (folder: string, before: Date) => Promise<string[]>;
  readonly asStorageFault: (fault: unknown) => unknown;
}

/**
 * Unfinished files in a folder. A part continues in place only if its last writer ended in order; behind a
 * writer that may still live begins a new part, so that no two ever write to the same file. Mostly there is
 * one part, which becomes the blob without a copy.
 */
export function diskUnfinished({
  folder,
  incoming,
  stage,
  asStaged,
  namesBefore,
  asStorageFault,
}: Store): UnfinishedFiles {
  const pathOf = ({ name }: Pick<UnfinishedPart, "name">): string => join(folder, name);
  return {
    async append({ name, parts }, source, limitBytes, record) {
      const last = parts.at(-1);
      const isContinued = last !== undefined && last.is_open !== true;
      const part = isContinued ? last : { name: `${name}.${randomUUID()}`, bytes: 0 };
      const before = isContinued ? parts.slice(0, -1) : parts;
      if (isContinued) await record([...before, { ...part, is_open: true }]);
      const target = { path: pathOf(part), offset: part.bytes, limitBytes };
      const { bytes, fault } = await write(target, source, (synced) =>
        record([...before, { name: part.name, bytes: part.bytes + synced, is_open: true }]),
      ).catch((broken: unknown) => {
        throw asStorageFault(broken);
      });
      const received = part.bytes + bytes;
      return {
        bytes,
        fault,
        parts: received === 0 ? before : [...before, { name: part.name, bytes: received }],
      };
    },
    async bytesOf(parts) {
      let there = 0;
      for (const part of parts) {
        const size = await stat(pathOf(part)).then(
          (found) => found.size,
          () => 0,
        );
        there += Math.min(size, part.bytes);
        if (size < part.bytes) break;
      }
      return there;
    },
    async stage(parts) {
      const [only, ...others] = parts;
      if (only === undefined || others.length > 0 || (await stat(pathOf(only))).size !== only.bytes) {
        return stage(contentOf(parts, pathOf), Number.POSITIVE_INFINITY);
      }
      const path = join(incoming, randomUUID());
      await link(pathOf(only), path);
      return asStaged(path, await digest(path));
    },
    findSize: (name) =>
      stat(pathOf({ name })).then(
        ({ size }) => size,
        () => undefined,
      ),
    listSome: (before) => namesBefore(folder, before),
    async drop(parts) {
      for (const part of parts) await rm(pathOf(part), { force: true });
    },
  };
}

async function* contentOf(
  parts: readonly UnfinishedPart[],
  pathOf: (part: UnfinishedPart) => string,
): AsyncGenerator<Buffer> {
  for (const part of parts) {
    yield* createReadStream(pathOf(part), { end: part.bytes - 1, highWaterMark: READ_BYTES });
  }
}

interface Target {
  readonly path: string;
  /** Where to begin; what is behind is cut off. */
  readonly offset: number;
  readonly limitBytes: number;
}

async function write(
  { path, offset, limitBytes }: Target,
  source: AsyncIterable<Uint8Array>,
  onSynced: (bytes: number) => Promise<void>,
): Promise<{ readonly bytes: number; readonly fault: unknown }> {
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
      if (bytes - synced < SYNC_BYTES) continue;
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

async function digest(path: string): Promise<StoredBlob> {
  const hash = createHash("sha256");
  let size_bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) {
    size_bytes += chunk.length;
    hash.update(chunk);
  }
  return { sha256: hash.digest("hex"), size_bytes };
}
