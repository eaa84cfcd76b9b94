import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, link, mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import { type Appended, append, FILE_MODE } from "./append.ts";

/** A stored blob is named by the SHA-256 of its bytes, in lower-case hexadecimal. */
export interface StoredBlob {
  readonly sha256: string;
  readonly size_bytes: number;
}

/** Received bytes that are not yet kept; only the caller that staged them can use them. */
export interface StagedBlob extends StoredBlob {
  /** The file that holds them until they are kept or discarded. */
  readonly path: string;
}

/** Bytes `start` to `end`, both inclusive, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface Blobs {
  /**
   * Stores the bytes of `source` and hashes them while they stream. Throws `payload_too_large` past
   * `limitBytes`; removes what it wrote then and if `source` fails.
   */
  readonly stage: (source: AsyncIterable<Uint8Array>, limitBytes: number) => Promise<StagedBlob>;
  /**
   * Stores staged blobs permanently; they are durable when it resolves. Insert the rows that name them
   * afterwards (see blob-rows.ts).
   */
  readonly keep: (staged: readonly StagedBlob[]) => Promise<void>;
  /** Removes staged blobs; kept ones stay. */
  readonly discard: (staged: readonly StagedBlob[]) => Promise<void>;
  /**
   * Writes the bytes of `source` to the unfinished file `name`, from `offset` on, and cuts off what was
   * behind. Returns the number of bytes received, which are durable, even if `source` is interrupted. Past
   * `limitBytes` it stops writing and throws `payload_too_large`. Every 8 MiB it syncs the file and calls
   * `onSynced` with the number of durable bytes.
   */
  readonly append: (
    name: string,
    offset: number,
    source: AsyncIterable<Uint8Array>,
    limitBytes: number,
    onSynced?: (bytes: number) => Promise<void>,
  ) => Promise<Appended>;
  /** Stages a copy of the unfinished file `name`, which stays until `drop`. */
  readonly stageUnfinished: (name: string) => Promise<StagedBlob>;
  /** The size of the unfinished file `name`; 0 if there is none. */
  readonly unfinishedBytes: (name: string) => Promise<number>;
  readonly dropUnfinished: (name: string) => Promise<void>;
  /** `stage` and `keep` in one call. */
  readonly receive: (source: AsyncIterable<Uint8Array>, limitBytes: number) => Promise<StoredBlob>;
  readonly open: (sha256: string, range?: ByteRange) => Readable;
  /** The path of a kept blob, for readers that seek. */
  readonly path: (sha256: string) => string;
  readonly exists: (sha256: string) => Promise<boolean>;
  /** The free space for blobs. */
  readonly freeBytes: () => Promise<number>;
  readonly remove: (sha256: string) => Promise<void>;
  /** The kept blobs whose digest begins with `byte` (0 to 255) and that were stored before `before`. */
  readonly list: (byte: number, before: Date) => Promise<string[]>;
  /**
   * Removes blobs staged before `before` by processes that have ended, and unfinished files that have
   * received nothing since `unfinishedBefore`.
   */
  readonly discardAbandoned: (before: Date, unfinishedBefore: Date) => Promise<void>;
}

/** The folder of the service's blobs inside its data folder. */
export const BLOBS_FOLDER = "blobs";

const INCOMING = "incoming";
const UNFINISHED = "unfinished";

/** Whether a folder of blobs has no kept blobs; staged and unfinished files do not count. */
export async function isEmptyOfBlobs(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch(() => []);
  return names.every((name) => name === INCOMING || name === UNFINISHED);
}

/** Only the service's own user has access: media may be private. */
const FOLDER_MODE = 0o700;

const READ_BYTES = 1024 * 1024;

/** A disk syncs many files in hardly more time than one. */
const SYNCS_AT_ONCE = 32;

/** Stores blobs as files under `directory`, in 256 folders by their first byte. */
export async function fileBlobs(directory: string): Promise<Blobs> {
  const incoming = join(directory, INCOMING);
  const unfinished = join(directory, UNFINISHED);
  for (const folder of [incoming, unfinished]) await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await chmod(directory, FOLDER_MODE); // an earlier version may have created it with another mode
  const folderOf = (byte: number): string => join(directory, byte.toString(16).padStart(2, "0"));
  const pathOf = (sha256: string): string => join(directory, sha256.slice(0, 2), sha256);

  async function stage(source: AsyncIterable<Uint8Array>, limitBytes: number): Promise<StagedBlob> {
    const path = join(incoming, randomUUID());
    // A stream may fail before the loop reads it, and an unhandled error would end the process; the loop
    // reports it too.
    if (source instanceof Readable) source.on("error", () => undefined);
    try {
      return { ...(await write(path, source, limitBytes)), path };
    } catch (fault) {
      await rm(path, { force: true });
      throw asStorageFault(fault);
    }
  }

  async function keepOne({ sha256, path }: StagedBlob): Promise<void> {
    await sync(path, "r+");
    await rename(path, pathOf(sha256));
  }

  async function keep(staged: readonly StagedBlob[]): Promise<void> {
    const folders = new Set(staged.map(({ sha256 }) => dirname(pathOf(sha256))));
    for (const folder of folders) {
      if ((await mkdir(folder, { recursive: true, mode: FOLDER_MODE })) !== undefined) folders.add(directory);
    }
    for (let start = 0; start < staged.length; start += SYNCS_AT_ONCE) {
      await Promise.all(staged.slice(start, start + SYNCS_AT_ONCE).map(keepOne));
    }
    await Promise.all([...folders].map(syncFolder));
  }

  return {
    stage,
    ...unfinishedFiles(incoming, unfinished),
    keep,
    async discard(staged) {
      for (const { path } of staged) await rm(path, { force: true });
    },
    async receive(source, limitBytes) {
      const staged = await stage(source, limitBytes);
      await keep([staged]);
      return { sha256: staged.sha256, size_bytes: staged.size_bytes };
    },
    open: (sha256, range) =>
      createReadStream(pathOf(sha256), range && { start: range.start, end: range.end }),
    path: pathOf,
    exists: (sha256) =>
      stat(pathOf(sha256)).then(
        () => true,
        () => false,
      ),
    async freeBytes() {
      const { bavail, bsize } = await statfs(directory);
      return bavail * bsize;
    },
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    list: (byte, before) => namesBefore(folderOf(byte), before),
    async discardAbandoned(before, unfinishedBefore) {
      for (const name of await namesBefore(incoming, before)) await rm(join(incoming, name), { force: true });
      for (const name of await namesBefore(unfinished, unfinishedBefore)) {
        await rm(join(unfinished, name), { force: true });
      }
    },
  };
}

async function write(
  path: string,
  source: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<StoredBlob> {
  const hash = createHash("sha256");
  const file = await open(path, "wx", FILE_MODE);
  let size_bytes = 0;
  try {
    for await (const chunk of source) {
      size_bytes += chunk.length;
      if (size_bytes > limitBytes) {
        throw new ServiceError("payload_too_large", `more than ${limitBytes} bytes were sent`);
      }
      hash.update(chunk);
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  return { sha256: hash.digest("hex"), size_bytes };
}

type UnfinishedFiles = Pick<Blobs, "append" | "stageUnfinished" | "unfinishedBytes" | "dropUnfinished">;

function unfinishedFiles(incoming: string, unfinished: string): UnfinishedFiles {
  const pathOf = (name: string): string => join(unfinished, name);
  return {
    append: (name, offset, source, limitBytes, onSynced) =>
      append(pathOf(name), offset, source, limitBytes, onSynced).catch((fault: unknown) => {
        throw asStorageFault(fault);
      }),
    async stageUnfinished(name) {
      const path = join(incoming, randomUUID());
      await link(pathOf(name), path);
      return { ...(await digest(path)), path };
    },
    unfinishedBytes: (name) =>
      stat(pathOf(name)).then(
        ({ size }) => size,
        () => 0,
      ),
    dropUnfinished: (name) => rm(pathOf(name), { force: true }),
  };
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

/** Syncs the directory entries of a folder. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return; // Windows has no such call for folders and needs none
  await sync(path, "r");
}

/** Syncs a file, or the directory entries of a folder. */
async function sync(path: string, flags: "r" | "r+"): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The files of a folder last written before `before`; empty if there is no folder. */
async function namesBefore(folder: string, before: Date): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const old: string[] = [];
  for (const name of names) {
    const { mtime } = await stat(join(folder, name)).catch(() => ({ mtime: undefined }));
    if (mtime !== undefined && mtime < before) old.push(name);
  }
  return old;
}

function asStorageFault(fault: unknown): unknown {
  if (fault instanceof Error && "code" in fault && fault.code === "ENOSPC") {
    return new ServiceError("insufficient_storage", "the service's disk is full", { cause: fault });
  }
  return fault;
}
