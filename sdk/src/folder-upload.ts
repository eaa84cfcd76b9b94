import { createHash } from "node:crypto";
import { readFile as readByCallback } from "node:fs";
import { appendFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { isOfNoUse, keyOf } from "./earlier-upload.ts";
import type { UploadOptions, Uploads } from "./uploads.ts";

export interface FolderOptions
  extends Pick<UploadOptions, "metadata" | "on_error" | "project_id" | "signal"> {
  /** Which files to upload, by their path in the folder, with slashes; default: those without a name that begins with a dot. */
  readonly filter?: ((name: string) => boolean) | undefined;
  /** How many uploads are sent at once; default 4. */
  readonly concurrency?: number | undefined;
  /** A file in which the call notes what was uploaded, and which it reads when it is repeated. */
  readonly journal?: string | undefined;
  readonly onProgress?: ((progress: FolderProgress) => void) | undefined;
}

/** How far the files of a folder are. */
export interface FolderProgress {
  readonly sent_files: number;
  readonly file_count: number;
  readonly sent_bytes: number;
  readonly size_bytes: number;
}

/** The uploads of a folder, those of earlier calls by its journal too. */
export interface FolderUpload {
  readonly upload_ids: readonly string[];
  /** The number of files that were sent, and their size: those in the journal before are not counted. */
  readonly file_count: number;
  readonly size_bytes: number;
}

interface Entry {
  readonly name: string;
  readonly size: number;
  readonly mtimeMs: number;
}

interface JournalLine {
  readonly upload_id: string;
  readonly files: readonly (readonly [name: string, size: number, mtimeMs: number])[];
}

/** Files up to this size go together. */
const SMALL_BYTES = 1024 * 1024;
/**
 * Of one upload of small files, which are base64 in JSON of at most 16 MiB. A folder of 5,000 files of 20 kB took 426 MB of memory at
 * most, and 500 MB with 8 MiB (2026-11-27).
 */
const GROUP = { bytes: 4 * 1024 * 1024, files: 1_000 };
const STATS_AT_ONCE = 1_000;

/** Takes half of the CPU time of reading by a FileHandle. */
const readWhole = promisify(readByCallback);

/** See `uploads.fromFolder`. */
export async function uploadFolder(
  uploads: Uploads,
  folder: string,
  options: FolderOptions,
): Promise<FolderUpload> {
  const { concurrency = 4, journal, onProgress, signal } = options;
  const known = await readJournal(journal);
  const done = new Set(known.flatMap(({ files }) => files.map((file) => JSON.stringify(file))));
  // Groups are made of all files, so that a repeated call makes the same ones.
  const groups = groupsOf(await entriesIn(folder, options.filter));
  const left = groups.map((group) => group.filter((entry) => !done.has(textOf(entry))));
  const waiting = left.filter(({ length }) => length > 0);
  const entries = waiting.flat();
  const size_bytes = entries.reduce((sum, { size }) => sum + size, 0);
  const upload_ids = known.map(({ upload_id }) => upload_id);
  let [sent_files, sent_bytes] = [0, 0];
  const tell = () => onProgress?.({ sent_files, file_count: entries.length, sent_bytes, size_bytes });
  const failing = new AbortController();
  const either = signal ? AbortSignal.any([signal, failing.signal]) : failing.signal;
  tell();
  let reading: Promise<unknown> = Promise.resolve();
  // One group is read while the others are sent, or all would be read while the service waits.
  const inTurn: InTurn = (read) => {
    const turn = reading.then(read);
    reading = turn.catch(() => undefined);
    return turn;
  };
  const work = async () => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      either.throwIfAborted();
      const upload_id = await send(uploads, folder, group, inTurn, { ...options, signal: either });
      upload_ids.push(upload_id);
      await note(journal, { upload_id, files: group.map(listed) });
      sent_files += group.length;
      sent_bytes += group.reduce((sum, { size }) => sum + size, 0);
      tell();
    }
  };
  const workers = Array.from({ length: concurrency }, () => work().catch(stopAll));
  function stopAll(fault: unknown): never {
    failing.abort(fault); // the first fault ends the others
    throw fault;
  }
  await Promise.allSettled(workers);
  signal?.throwIfAborted();
  failing.signal.throwIfAborted();
  return { upload_ids, file_count: sent_files, size_bytes: sent_bytes };
}

/** Runs what it is given after what it was given before. */
type InTurn = <T>(read: () => Promise<T>) => Promise<T>;

/** Uploads one large file, or some small ones together; returns the id of the upload once it is ready. */
async function send(
  uploads: Uploads,
  folder: string,
  group: readonly Entry[],
  inTurn: InTurn,
  { metadata, on_error = "fail", project_id, signal }: FolderOptions,
): Promise<string> {
  const [first] = group;
  const common = { ...(metadata && { metadata }), ...(project_id !== undefined && { project_id }) };
  if (first !== undefined && first.size > SMALL_BYTES) {
    const options = { ...common, on_error, signal, filename: first.name };
    return (await uploads.fromFile(join(folder, first.name), options)).id;
  }
  const files = await inTurn(() => Promise.all(group.map(({ name }) => read(folder, name))));
  const create = async (idempotencyKey?: string) => {
    const { id } = await uploads.create({ files, ...common }, { on_error }, { signal, idempotencyKey });
    return (await uploads.waitFor(id, { signal })).id;
  };
  const digests = files.map(({ filename, sha256 }) => [filename, sha256]);
  const key = await keyOf(JSON.stringify([digests, common, on_error]));
  return create(key).catch((fault: unknown) => {
    if (!isOfNoUse(fault)) throw fault;
    return create();
  });
}

async function read(folder: string, name: string) {
  const bytes = await readWhole(join(folder, name));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { filename: name, content_base64: bytes.toString("base64"), sha256 };
}

/** The files of a folder by name. Links and devices are left out. */
async function entriesIn(folder: string, filter = isVisible): Promise<Entry[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
    .filter(filter)
    .sort();
  const entryOf = async (name: string): Promise<Entry> => {
    const { size, mtimeMs } = await stat(join(folder, name));
    return { name, size, mtimeMs };
  };
  const entries: Entry[] = [];
  for (let start = 0; start < names.length; start += STATS_AT_ONCE)
    entries.push(...(await Promise.all(names.slice(start, start + STATS_AT_ONCE).map(entryOf))));
  return entries;
}

function isVisible(name: string): boolean {
  return !name.split("/").some((step) => step.startsWith("."));
}

/** Large files by themselves, small ones together in the order of their names. */
function groupsOf(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = [];
  let open: Entry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    if (entry.size > SMALL_BYTES) {
      groups.push([entry]);
      continue;
    }
    if (open.length === GROUP.files || bytes + entry.size > GROUP.bytes) [open, bytes] = [[], 0];
    if (open.length === 0) groups.push(open);
    open.push(entry);
    bytes += entry.size;
  }
  return groups;
}

/** Removes the last line if it was cut off, because the process was killed. */
async function readJournal(journal: string | undefined): Promise<JournalLine[]> {
  if (journal === undefined) return [];
  const text = await readFile(journal, "utf8").catch(unlessMissing);
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole !== text) await writeFile(journal, whole);
  return whole.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

function unlessMissing(fault: unknown): string {
  if (fault instanceof Error && "code" in fault && fault.code === "ENOENT") return "";
  throw fault;
}

async function note(journal: string | undefined, line: JournalLine): Promise<void> {
  if (journal !== undefined) await appendFile(journal, `${JSON.stringify(line)}\n`);
}

function listed({ name, size, mtimeMs }: Entry): [name: string, size: number, mtimeMs: number] {
  return [name, size, mtimeMs];
}

function textOf(entry: Entry): string {
  return JSON.stringify(listed(entry));
}
