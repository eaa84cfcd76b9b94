import type { ReadableBlob } from "../../platform/blobs/blobs.ts";
import { bytesOf } from "../../platform/blobs/in-memory.ts";
import type { Part } from "./part.ts";

const IMAGE_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/gif",
  "image/tiff",
  "image/avif",
] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** Whether images of this media type can be annotated. */
export function isImageType(type: string | undefined): type is ImageType {
  return IMAGE_TYPES.some((one) => one === type);
}

export type AudioType = "audio/wav" | "audio/mpeg" | "audio/flac" | "audio/ogg" | "audio/mp4";

/** Files in which each line, row or object is an item. */
export const ROWS = ["jsonl", "json", "otlp", "csv", "tsv", "parquet", "arrow"] as const;

/** The kind of a file, by its bytes first; its name and declared type decide only between kinds of text. */
export type Kind =
  | ImageType
  | AudioType
  | "zip"
  | "gzip"
  | "tar"
  | (typeof ROWS)[number]
  | "text"
  | "unknown";

const HEAD_BYTES = 512;

/** The signatures of each kind: an offset, and one character per byte. */
const MARKS: readonly (readonly [number, string, Kind])[] = [
  [0, "\xff\xd8\xff", "image/jpeg"],
  [0, "\x89PNG\r\n\x1a\n", "image/png"],
  [8, "WEBP", "image/webp"],
  [0, "GIF87a", "image/gif"],
  [0, "GIF89a", "image/gif"],
  [0, "II*\0", "image/tiff"],
  [0, "MM\0*", "image/tiff"],
  [0, "II+\0", "image/tiff"],
  [0, "MM\0+", "image/tiff"],
  [4, "ftypavif", "image/avif"],
  [4, "ftypavis", "image/avif"],
  [8, "WAVE", "audio/wav"],
  [0, "fLaC", "audio/flac"],
  [0, "OggS", "audio/ogg"],
  ...["\x02", "\x03", "\x04"].map((version) => [0, `ID3${version}`, "audio/mpeg"] as const),
  // The first frame of an MP3: eleven set bits, then the version, then layer III.
  ...["\xfa", "\xfb", "\xf2", "\xf3", "\xe2", "\xe3"].map(
    (second) => [0, `\xff${second}`, "audio/mpeg"] as const,
  ),
  ...["M4A ", "M4B ", "mp41", "mp42", "isom", "iso2", "iso4", "iso5", "iso6", "dash"].map(
    (brand) => [4, `ftyp${brand}`, "audio/mp4"] as const,
  ),
  [0, "PK\x03\x04", "zip"],
  [0, "PK\x05\x06", "zip"],
  [0, "\x1f\x8b\x08", "gzip"],
  [257, "ustar", "tar"],
  [0, "PAR1", "parquet"],
  [0, "ARROW1\0\0", "arrow"],
  [0, "\xff\xff\xff\xff", "arrow"], // a stream
  [0, "FEA1", "unknown"], // Feather before it was Arrow
  // A decoder accepts these bytes as text, but they are not readable.
  [0, "%PDF-", "unknown"],
  [0, "{\\rtf", "unknown"],
];

const TEXT_KINDS: readonly (readonly [RegExp, RegExp, Kind])[] = [
  [
    /^(?:image|audio|video)\/|^application\/(?:pdf|zip|gzip|x-tar|vnd\.apache\.(?:parquet|arrow\.(?:file|stream)))$/,
    /\.(?:jpe?g|png|webp|gif|tiff?|avif|svg|zip|tar|parquet|arrow|arrows|feather|wav|mp3|flac|ogg|opus|m4a)$/i,
    "unknown",
  ],
  [/^application\/(?:x-)?(?:ndjson|jsonl|jsonlines)$/, /\.(?:jsonl|ndjson)$/i, "jsonl"],
  [/^application\/json$/, /\.json$/i, "json"],
  [/^text\/csv$/, /\.csv$/i, "csv"],
  [/^text\/tab-separated-values$/, /\.tsv$/i, "tsv"],
];

/**
 * Detects the kind from a part's first bytes. Text is anything else; whether it is valid text is checked
 * later.
 */
export function kindOf(part: Part): Promise<Kind> {
  const kind = known.get(part) ?? detect(part);
  known.set(part, kind);
  return kind;
}

/** Several steps ask for the kind of each file. */
const known = new WeakMap<Part, Promise<Kind>>();

async function detect({ filename, declared = "", blob }: Part): Promise<Kind> {
  const head = await readHead(blob);
  const marked = MARKS.find(([at, mark]) => head.startsWith(mark, at));
  if (marked !== undefined) return marked[2];
  if (isSvg(head)) return "unknown";
  const byType = TEXT_KINDS.find(([types]) => types.test(declared));
  const byName = TEXT_KINDS.find(([, names]) => names.test(filename));
  const kind = (byType ?? byName)?.[2] ?? "text";
  if ((kind === "json" || kind === "jsonl") && isOtlp(head)) return "otlp";
  return kind === "json" && !isArray(head) ? "jsonl" : kind;
}

/** The media type a kind is stored and served under. */
export function mediaTypeOf(kind: Kind): string {
  switch (kind) {
    case "zip":
      return "application/zip";
    case "gzip":
      return "application/gzip";
    case "tar":
      return "application/x-tar";
    case "jsonl":
      return "application/x-ndjson";
    case "json":
    case "otlp":
      return "application/json";
    case "csv":
      return "text/csv";
    case "tsv":
      return "text/tab-separated-values";
    case "parquet":
      return "application/vnd.apache.parquet";
    case "arrow":
      return "application/vnd.apache.arrow.file";
    case "text":
      return "text/plain";
    case "unknown":
      return "application/octet-stream";
    default:
      return kind;
  }
}

function isArray(head: string): boolean {
  return /^(?:\xef\xbb\xbf)?\s*\[/.test(head);
}

/** Whether a file begins with spans of OpenTelemetry, as its exporters write them. */
function isOtlp(head: string): boolean {
  return /^(?:\xef\xbb\xbf)?\s*\{\s*"resource(?:Spans|Logs)"\s*:/.test(head);
}

function isSvg(head: string): boolean {
  return /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!doctype|svg)/i.test(head) && /<svg[\s/>]/i.test(head);
}

/** One character for each byte. */
async function readHead(blob: ReadableBlob): Promise<string> {
  const { size_bytes } = blob;
  if (size_bytes === 0) return "";
  const head = await bytesOf(blob, { start: 0, end: Math.min(size_bytes, HEAD_BYTES) - 1 });
  return head.toString("latin1");
}
