import { ServiceError } from "@assay/domain/errors.ts";
import { atOnce } from "../../platform/at-once.ts";
import type { Row } from "../../platform/database/tables.ts";
import { newId } from "../../platform/ids.ts";
import { readDirectory, type Unpacked, unpack } from "../formats/archive.ts";
import { inspectAudio } from "../formats/audio.ts";
import { inspectImage } from "../formats/image.ts";
import { MAX_ARRAY_BYTES } from "../formats/json-list.ts";
import { type Kind, kindOf, mediaTypeOf, ROWS } from "../formats/kind.ts";
import { mentionsUrls } from "../formats/mentions-urls.ts";
import { columnsOf, type RowKind, unpackRows } from "../formats/parquet/parquet.ts";
import type { Details, Part, Staging } from "../formats/part.ts";
import { unpackTar } from "../formats/tar.ts";
import { isShard, unpackShard } from "../formats/webdataset.ts";
import { readText } from "./file-content.ts";
import { assertOneItem } from "./item-details.ts";
import {
  FILES_AT_ONCE,
  MAX_QUICK_AUDIO_BYTES,
  MAX_QUICK_BYTES,
  MAX_QUICK_ENTRIES,
  MAX_QUICK_EXPANDED_BYTES,
} from "./limits.ts";
import type { Skips } from "./skips.ts";

/** A file whose bytes have been checked. */
export interface InspectedFile
  extends Pick<
    Row<"files">,
    "id" | "filename" | "content_type" | "medium" | "width" | "height" | "duration"
  > {
  readonly kind: Kind;
  readonly blob: Part["blob"];
  /** Whether lines may have a `url` to fetch. */
  readonly has_urls: boolean;
  readonly details?: Details | undefined;
}

/** A file of an upload's parts, from an archive or not. */
export interface ReadFile {
  /** The place of its part, and its own in that archive; both from 0. */
  readonly part: number;
  readonly entry: number;
  readonly filename: string;
  /** Null if it cannot be unpacked. */
  readonly kind: Kind | null;
  /** The file, or the reason why it cannot be an item. */
  readonly outcome: InspectedFile | ServiceError;
  /** Whether it never becomes an item, for the reason in `outcome`, also if the upload skips no faults. */
  readonly is_left_out?: boolean | undefined;
}

/**
 * The files of an upload in order, with archives unpacked; files that cannot be items go to `skips`. Throws
 * `invalid_request` for a broken or harmful archive.
 */
export async function inspectParts(
  parts: readonly Part[],
  staging: Staging,
  skips: Skips,
): Promise<InspectedFile[]> {
  const read = await atOnce(FILES_AT_ONCE, parts, async (sent, part) => {
    const files: ReadFile[] = [];
    for await (const file of readFiles([sent], staging)) {
      assertUsable(file, skips);
      files.push({ ...file, part });
    }
    return files;
  });
  return usableFiles(read.flat(), skips);
}

/**
 * Unpacks and inspects the files of an upload one by one, from one on. Throws `invalid_request` for a broken or harmful
 * archive.
 */
export async function* readFiles(
  parts: readonly Part[],
  staging: Staging,
  from: Pick<ReadFile, "part" | "entry"> = { part: 0, entry: 0 },
): AsyncGenerator<ReadFile> {
  for (const [part, sent] of parts.entries()) {
    if (part < from.part) continue;
    const skipped = part === from.part ? from.entry : 0;
    await assertOneItem(sent);
    for await (const { outcome, ...found } of unpackAny(sent, staging, skipped)) {
      if (outcome instanceof ServiceError) yield { part, ...found, kind: null, outcome };
      else yield { part, ...found, ...(await tryInspect(outcome)) };
    }
  }
}

async function* unpackAny(part: Part, staging: Staging, skipped: number): AsyncGenerator<Unpacked> {
  const kind = await kindOf(part);
  if (kind === "gzip") yield* unpackTar(part, kind, staging, skipped);
  else if (kind === "tar") yield* unpackTarOrShard(part, staging, skipped);
  else if (kind === "parquet" || kind === "arrow") yield* unpackMedia(part, kind, staging, skipped);
  else if (kind === "zip") yield* unpack(part, await readDirectory(part), staging, skipped);
  else if (skipped === 0) yield { entry: 0, filename: part.filename, outcome: part };
}

async function* unpackTarOrShard(part: Part, staging: Staging, skipped: number): AsyncGenerator<Unpacked> {
  if (await isShard(part)) yield* unpackShard(part, staging, skipped);
  else yield* unpackTar(part, "tar", staging, skipped);
}

/** A file of rows with images or recordings is an archive of them; any other is a list. */
async function* unpackMedia(
  part: Part,
  kind: RowKind,
  staging: Staging,
  skipped: number,
): AsyncGenerator<Unpacked> {
  const columns = await columnsOf(part, kind);
  if (columns.content === "media") yield* unpackRows(part, columns, staging, skipped);
  else if (skipped === 0) yield { entry: 0, filename: part.filename, outcome: part };
}

async function tryInspect(part: Part): Promise<Pick<ReadFile, "kind" | "outcome">> {
  const kind = await kindOf(part);
  try {
    return { kind, outcome: await inspectFile(part, kind) };
  } catch (fault) {
    if (!(fault instanceof ServiceError) || fault.code !== "invalid_request") throw fault;
    return { kind, outcome: fault };
  }
}

/** Throws the fault of a file if the upload does not skip it, unless the rest of its archive decides. */
export function assertUsable({ kind, outcome, is_left_out = false }: ReadFile, skips: Skips): void {
  if (!(outcome instanceof ServiceError) || is_left_out || (kind !== null && TEXTS.includes(kind))) return;
  if (!skips.allows(outcome)) throw outcome;
}

/**
 * The files that can become items. Beside the images or recordings of an archive, texts and lists are read-me files, labels
 * and tables of contents: they go to `skips`, like files with a fault.
 */
export function usableFiles(read: readonly ReadFile[], skips: Skips): InspectedFile[] {
  const withMedia = new Set(read.flatMap(({ part, kind }) => (kind !== null && isMedia(kind) ? part : [])));
  return read.flatMap(({ part, filename, kind, outcome, is_left_out = false }) => {
    if (is_left_out && outcome instanceof ServiceError) skips.leaveOut(filename, outcome.message);
    else if (kind !== null && TEXTS.includes(kind) && withMedia.has(part))
      skips.leaveOut(filename, BESIDE_MEDIA);
    else if (outcome instanceof ServiceError) skips.add(filename, null, outcome);
    else return outcome;
    return [];
  });
}

const TEXTS: readonly Kind[] = ["text", ...ROWS];
const BESIDE_MEDIA =
  "is in an archive with images or recordings, and only those become items; upload it by itself to label it";

function isMedia(kind: Kind): boolean {
  return kind.startsWith("image/") || kind.startsWith("audio/");
}

/**
 * The same if it is quick and no line needs fetching; undefined leaves it to the job. Throws like `inspect`.
 */
export async function inspectQuickly(
  parts: readonly Part[],
  staging: Staging,
  skips: Skips,
): Promise<InspectedFile[] | undefined> {
  if (parts.length === 0 || !(await areQuick(parts))) return undefined;
  const files = await inspectParts(parts, staging, skips);
  return files.some(({ has_urls }) => has_urls) ? undefined : files;
}

/** What they hold is known only after unpacking. */
const UNPACKED_BY_JOB: readonly Kind[] = ["gzip", "tar", "parquet", "arrow"];
const PARSED: readonly Kind[] = ["jsonl", "json", "otlp", "csv", "tsv", "zip"];

/**
 * Single images, texts, and recordings up to 32 MiB are quick; so are lists and archives up to 1 MiB
 * together.
 */
async function areQuick(parts: readonly Part[]): Promise<boolean> {
  let left = MAX_QUICK_BYTES;
  for (const part of parts) {
    const kind = await kindOf(part);
    if (UNPACKED_BY_JOB.includes(kind)) return false;
    if (kind.startsWith("audio/") && part.blob.size_bytes > MAX_QUICK_AUDIO_BYTES) return false;
    if (PARSED.includes(kind)) left -= part.blob.size_bytes;
    if (left < 0) return false;
    if (kind !== "zip") continue;
    const { entries, expanded_bytes } = await readDirectory(part);
    if (entries.length > MAX_QUICK_ENTRIES || expanded_bytes > MAX_QUICK_EXPANDED_BYTES) return false;
  }
  return true;
}

/** One file that is not an archive. Throws `invalid_request` that names it. */
export async function inspectFile(part: Part, kind: Kind): Promise<InspectedFile> {
  const { filename, blob, details } = part;
  const file = {
    id: newId("file"),
    filename,
    details,
    kind,
    blob,
    content_type: mediaTypeOf(kind),
    width: null,
    height: null,
    duration: null,
  };
  if (blob.size_bytes === 0) throw fault(filename, "is empty");
  switch (kind) {
    case "zip":
    case "gzip":
    case "tar":
      throw fault(filename, "is an archive inside an archive; unpack it first");
    case "unknown":
      throw fault(
        filename,
        "is not of a kind that can be annotated: JPEG, PNG, WebP, GIF, TIFF, AVIF, WAV, MP3, FLAC, OGG, M4A, UTF-8 text, JSONL, JSON, CSV, TSV, Parquet, Arrow",
      );
    case "text":
      await readText(part);
      return { ...file, medium: "text", has_urls: false };
    case "jsonl":
      return { ...file, medium: "lines", has_urls: await mentionsUrls(blob.open()) };
    case "json":
      if (blob.size_bytes > MAX_ARRAY_BYTES) throw fault(filename, "is longer than 16 MiB: send JSON lines");
      return { ...file, medium: "lines", has_urls: await mentionsUrls(blob.open()) };
    case "otlp":
      if (blob.size_bytes > MAX_ARRAY_BYTES)
        throw fault(
          filename,
          "has spans and is longer than 16 MiB: divide it by traces, or use assay import",
        );
      return { ...file, medium: "lines", has_urls: false };
    case "csv":
    case "tsv":
      return { ...file, medium: "lines", has_urls: false };
    case "parquet":
    case "arrow":
      return { ...file, medium: "lines", has_urls: await holdsUrls(part, kind) };
    case "audio/wav":
    case "audio/mpeg":
    case "audio/flac":
    case "audio/ogg":
    case "audio/mp4":
      return { ...file, medium: "audio", ...(await inspectAudio(part, kind)), has_urls: false };
    default:
      return { ...file, medium: "image", ...(await inspectImage(part, kind)), has_urls: false };
  }
}

async function holdsUrls(part: Part, kind: RowKind): Promise<boolean> {
  const { content } = await columnsOf(part, kind);
  if (content === "media") throw fault(part.filename, "has images or recordings in it: upload it by itself");
  return content === "url";
}

function fault(filename: string, what: string): ServiceError {
  return new ServiceError("invalid_request", `${filename} ${what}`);
}
