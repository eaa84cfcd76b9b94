import { ServiceError } from "@assay/domain/errors.ts";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { isStoresFault } from "../../platform/blobs/stores-fault.ts";
import { withFile } from "../../platform/blobs/with-file.ts";
import { cleanFilename } from "./filename.ts";
import type { Part, Staging } from "./part.ts";
import { openEntry } from "./zip-entry.ts";

const MAX_ENTRIES = 100_000;
const MAX_RATIO = 100;
const MiB = 1024 * 1024;
/** The limits of one file in an archive. */
export const MAX_FILE_BYTES = 256 * MiB;
const MAX_EXPANDED_BYTES = 4096 * MiB;

const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;
const STORED = 0;
const DEFLATED = 8;

/** The usable files of a zip archive, checked as far as its directory allows. */
export interface Directory {
  readonly entries: readonly Entry[];
  readonly expanded_bytes: number;
}

/**
 * Reads an archive's directory. Throws `invalid_request` if the archive is broken or encrypted, or harmful to
 * unpack: a path that leads outside, a symbolic link, more than 100,000 entries, more than 4 GiB, or more
 * than 100 times its own size (which also detects overlapping entries).
 */
export async function readDirectory(part: Part): Promise<Directory> {
  return withZip(part, async (zip) => {
    assertEntries(part, zip.entryCount);
    const entries: Entry[] = [];
    let expanded_bytes = 0;
    for await (const entry of zip.eachEntry()) {
      assertHarmless(part, entry);
      expanded_bytes += entry.uncompressedSize;
      if (isFile(entry.fileName)) entries.push(entry);
    }
    assertExpansion(part, expanded_bytes);
    if (entries.length === 0) throw archiveFault(part, "contains no file");
    return { entries, expanded_bytes };
  });
}

/** Throws `invalid_request` for more entries than an archive may hold. */
export function assertEntries(part: Part, entries: number): void {
  if (entries > MAX_ENTRIES) throw archiveFault(part, `has more than ${MAX_ENTRIES} entries`);
}

/** Throws `invalid_request` for more bytes than an archive may expand to. */
export function assertExpansion(part: Part, expanded_bytes: number): void {
  if (expanded_bytes > MAX_EXPANDED_BYTES) throw archiveFault(part, "expands to more than 4 GiB");
  if (expanded_bytes > MAX_RATIO * part.blob.size_bytes) {
    throw archiveFault(part, `expands to more than ${MAX_RATIO} times its size`);
  }
}

/** A file of an archive. */
export interface Unpacked {
  /** Its place among the archive's files, from 0. */
  readonly entry: number;
  readonly filename: string;
  /** The file, or the reason why it cannot be unpacked. */
  readonly outcome: Part | ServiceError;
  /** Whether it never becomes an item, for the reason in `outcome`, also if the upload skips no faults. */
  readonly is_left_out?: boolean | undefined;
}

/** Stages the archive's files one by one, in the order of its directory, without the first `skipped`. */
export async function* unpack(
  part: Part,
  { entries }: Directory,
  staging: Staging,
  skipped: number,
): AsyncGenerator<Unpacked> {
  const file = await part.blob.borrow();
  let zip: ZipFile | undefined;
  try {
    zip = await openZip(part, file.path);
    for (const [entry, found] of entries.entries()) {
      if (entry < skipped) continue;
      const outcome = await unpackEntry(part, zip, found, staging);
      yield { entry, filename: cleanFilename(found.fileName), outcome };
    }
  } finally {
    zip?.close();
    await file.giveBack();
  }
}

/** The file, or its fault. */
async function unpackEntry(
  part: Part,
  zip: ZipFile,
  entry: Entry,
  staging: Staging,
): Promise<Part | ServiceError> {
  const filename = cleanFilename(entry.fileName);
  try {
    const stream = await openEntry(zip, entry);
    return { filename, declared: undefined, blob: await staging.stage(stream, MAX_FILE_BYTES) };
  } catch (cause) {
    if (isStoresFault(cause)) throw cause;
    const what = cause instanceof ServiceError ? "is larger than 256 MiB" : "cannot be unpacked";
    return archiveFault(part, `holds ${filename}, which ${what}`, cause);
  }
}

async function withZip<T>(part: Part, work: (zip: ZipFile) => Promise<T>): Promise<T> {
  return withFile(part.blob, async (path) => {
    const zip = await openZip(part, path);
    try {
      return await work(zip);
    } catch (cause) {
      throw cause instanceof ServiceError ? cause : archiveFault(part, describe(cause), cause);
    } finally {
      zip.close();
    }
  });
}

async function openZip(part: Part, path: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(path, { autoClose: false });
  } catch (cause) {
    throw archiveFault(part, describe(cause), cause);
  }
}

/** yauzl itself refuses paths that lead outside, before it returns the entry. */
function describe(cause: unknown): string {
  const isPath =
    cause instanceof Error &&
    /^(?:absolute path|invalid relative path|invalid characters)/.test(cause.message);
  return isPath ? "contains a path that leads outside the archive" : "is not a valid zip archive";
}

function assertHarmless(part: Part, entry: Entry): void {
  const isUnix = entry.versionMadeBy >> 8 === 3;
  if (isUnix && ((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK) {
    throw archiveFault(part, "contains a symbolic link");
  }
  if (entry.isEncrypted()) throw archiveFault(part, "is encrypted");
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw archiveFault(part, "uses a compression method other than deflate");
  }
  if (isFile(entry.fileName)) cleanFilename(entry.fileName);
}

/** Excludes folders and operating systems' metadata files. */
export function isFile(name: string): boolean {
  return !/\/$|(?:^|\/)(?:__MACOSX\/|\._[^/]*$|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name);
}

/** The refusal of an archive: its name and `what` is wrong. */
export function archiveFault(
  { filename }: Pick<Part, "filename">,
  what: string,
  cause?: unknown,
): ServiceError {
  return new ServiceError("invalid_request", `${filename} ${what}`, { cause });
}
