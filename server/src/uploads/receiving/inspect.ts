import { isUtf8 } from "node:buffer";
import { buffer } from "node:stream/consumers";
import { ServiceError } from "@assay/domain/errors.ts";
import type { Row } from "../../platform/database/tables.ts";
import { newId } from "../../platform/ids.ts";
import { type OnEntryFault, readDirectory, unpack } from "../formats/archive.ts";
import { inspectAudio } from "../formats/audio.ts";
import { readCsv } from "../formats/csv.ts";
import { inspectImage } from "../formats/image.ts";
import { MAX_ARRAY_BYTES, readArray } from "../formats/json-list.ts";
import { readJsonl } from "../formats/jsonl.ts";
import { type Kind, kindOf, mediaTypeOf } from "../formats/kind.ts";
import { itemTextFault, type Line, type OnLineFault } from "../formats/line.ts";
import { mentionsUrls } from "../formats/mentions-urls.ts";
import type { Part, Staging } from "../formats/part.ts";
import { unpackTar } from "../formats/tar.ts";
import {
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
  readonly blob: Part["blob"];
  /**
   * The lines for file_lines; undefined for images and recordings. Faulty lines go to `onFault`; a fault that
   * makes the whole file useless throws while it is read.
   */
  readonly readLines: ((onFault: OnLineFault) => AsyncIterable<readonly Line[]>) | undefined;
  /** Whether lines may have a `url` to fetch. */
  readonly has_urls: boolean;
}

const MAX_TEXT_BYTES = 4_000_003; // a million characters of four bytes, and a byte order mark

/**
 * The files of an upload in order, with archives unpacked; files that cannot be items go to `skips`. Throws
 * `invalid_request` for a broken or harmful archive.
 */
export async function inspectParts(
  parts: readonly Part[],
  staging: Staging,
  skips: Skips,
): Promise<InspectedFile[]> {
  const files: InspectedFile[] = [];
  const inspect = async (part: Part, kind: Kind): Promise<void> => {
    try {
      files.push(await inspectFile(part, kind));
    } catch (fault) {
      skips.add(part.filename, null, fault);
    }
  };
  for (const part of parts) {
    const kind = await kindOf(part);
    if (kind !== "zip" && kind !== "gzip") {
      await inspect(part, kind);
      continue;
    }
    for (const entry of await readArchive(part, kind, staging, skips)) await inspect(entry.part, entry.kind);
  }
  return files;
}

interface ArchivedFile {
  readonly part: Part;
  readonly kind: Kind;
}

/**
 * The files of an archive that can become items. Beside images or recordings, texts and lists are read-me files, labels
 * and tables of contents: they go to `skips`.
 */
async function readArchive(
  archive: Part,
  kind: "zip" | "gzip",
  staging: Staging,
  skips: Skips,
): Promise<readonly ArchivedFile[]> {
  const onFault: OnEntryFault = (filename, fault) => skips.add(filename, null, fault);
  const parts =
    kind === "gzip"
      ? unpackTar(archive, staging, onFault)
      : unpack(archive, await readDirectory(archive), staging, onFault);
  const files: ArchivedFile[] = [];
  for await (const part of parts) files.push({ part, kind: await kindOf(part) });
  if (!files.some(({ kind }) => isMedia(kind))) return files;
  return files.filter(({ part: { filename }, kind }) => {
    if (!TEXTS.includes(kind)) return true;
    skips.leaveOut(filename, BESIDE_MEDIA);
    return false;
  });
}

const TEXTS: readonly Kind[] = ["text", "jsonl", "json", "csv", "tsv"];
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

const PARSED: readonly Kind[] = ["jsonl", "json", "csv", "tsv", "zip"];

/**
 * Single images, texts, and recordings up to 32 MiB are quick; so are lists and archives up to 1 MiB
 * together.
 */
async function areQuick(parts: readonly Part[]): Promise<boolean> {
  let left = MAX_QUICK_BYTES;
  for (const part of parts) {
    const kind = await kindOf(part);
    if (kind === "gzip") return false; // its contents are known only after unpacking
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
  const { filename, blob } = part;
  const file = {
    id: newId("file"),
    filename,
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
      throw fault(filename, "is an archive inside an archive; unpack it first");
    case "unknown":
      throw fault(
        filename,
        "is not of a kind that can be annotated: JPEG, PNG, WebP, GIF, TIFF, AVIF, WAV, MP3, FLAC, OGG, M4A, UTF-8 text, JSONL, JSON, CSV, TSV",
      );
    case "text":
      await readText(part);
      return { ...file, medium: "text", readLines: () => wholeText(part), has_urls: false };
    case "jsonl":
      return {
        ...file,
        medium: "lines",
        readLines: (onFault) => readJsonl(chunksOf(part), onFault),
        has_urls: await mentionsUrls(chunksOf(part)),
      };
    case "json":
      if (blob.size_bytes > MAX_ARRAY_BYTES) throw fault(filename, "is longer than 16 MiB: send JSON lines");
      return {
        ...file,
        medium: "lines",
        readLines: (onFault) => objectsOf(part, onFault),
        has_urls: await mentionsUrls(chunksOf(part)),
      };
    case "csv":
    case "tsv":
      return {
        ...file,
        medium: "lines",
        readLines: (onFault) => readCsv(chunksOf(part), kind, onFault),
        has_urls: false,
      };
    case "audio/wav":
    case "audio/mpeg":
    case "audio/flac":
    case "audio/ogg":
    case "audio/mp4":
      return {
        ...file,
        medium: "audio",
        ...(await inspectAudio(part, kind)),
        readLines: undefined,
        has_urls: false,
      };
    default:
      return {
        ...file,
        medium: "image",
        ...(await inspectImage(part, kind)),
        readLines: undefined,
        has_urls: false,
      };
  }
}

function chunksOf({ blob }: Part): AsyncIterable<Buffer> {
  return blob.open();
}

async function* objectsOf({ blob }: Part, onFault: OnLineFault): AsyncGenerator<readonly Line[]> {
  yield readArray(await buffer(blob.open()), onFault);
}

/** A text file as the single line in which it is stored. */
async function* wholeText(part: Part): AsyncGenerator<readonly Line[]> {
  const text = await readText(part);
  const none = { url: null, conversation: null, external_id: null, group: null };
  yield [{ line: 0, text, ...none, priority: 0, metadata: {} }];
}

async function readText({ filename, blob }: Part): Promise<string> {
  if (blob.size_bytes > MAX_TEXT_BYTES) throw fault(filename, "is a text of more than a million characters");
  const bytes = await buffer(blob.open());
  if (!isUtf8(bytes) || bytes.includes(0)) {
    throw fault(
      filename,
      "is neither an image that can be annotated nor a recording nor UTF-8 text without NUL",
    );
  }
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  const found = itemTextFault(text);
  if (found !== undefined) throw fault(filename, `cannot be an item: ${found}`);
  return text;
}

function fault(filename: string, what: string): ServiceError {
  return new ServiceError("invalid_request", `${filename} ${what}`);
}
