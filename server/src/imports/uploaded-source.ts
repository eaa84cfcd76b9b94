import { readFile, stat } from "node:fs/promises";
import { ServiceError } from "@assay/domain/errors.ts";
import {
  type Folder,
  type ForeignDataset,
  type ForeignFault,
  type ForeignItem,
  ImportFault,
} from "@assay/domain/importers/importer.ts";
import { isMediaName } from "@assay/domain/importers/media-names.ts";
import { withFile } from "../platform/blobs/with-file.ts";
import { MAX_NAME_BYTES } from "../uploads/formats/filename.ts";
import { kindOf } from "../uploads/formats/kind.ts";
import type { Part } from "../uploads/formats/part.ts";
import type { BatchMedia, BatchMedium } from "./batch-media.ts";
import { type DatasetArchive, isArchive, openArchive } from "./foreign/dataset-archive.ts";
import { MAX_MEMBER_BYTES } from "./foreign/json-members.ts";
import { openTable } from "./foreign/open-table.ts";
import {
  asServiceError,
  EXTENSIONS,
  importerOf,
  openForeign,
  sourceOfItems,
  type Wanted,
} from "./foreign-source.ts";
import type { LineSource } from "./source.ts";

const MiB = 1024 * 1024;
/** Formats whose datasets are folders; those of the others are one file. */
const FOLDERS = new Set(["yolo", "pascal_voc", "huggingface"]);
/** As many as an archive may have. */
const MAX_NAMES = 100_000;

/**
 * Runs `use` with the lines of an import from an uploaded dataset: a file of one of the formats, or an archive with such a file or with a folder.
 * Images are found in the batch by their paths in the archive or the ends of these. Throws `invalid_request` with the place of the
 * fault.
 */
export async function withUploaded<T>(
  part: Part,
  wanted: Wanted,
  media: BatchMedia,
  use: (source: LineSource) => Promise<T>,
): Promise<T> {
  const kind = await kindOf(part);
  if (isArchive(kind)) {
    const archive = await openArchive(part, kind);
    try {
      return await using(await sourceIn(archive, part, wanted, media), use);
    } finally {
      await archive.discard();
    }
  }
  if (wanted.format === "yolo" || wanted.format === "huggingface")
    throw new ServiceError(
      "invalid_request",
      `format: a dataset of ${wanted.format} is a folder: upload it as .zip, .tar or .tar.gz (got ${part.filename})`,
    );
  return withFile(part.blob, async (path) =>
    using(await openForeign(path, { name: part.filename, sha256: part.blob.sha256 }, wanted), use),
  );
}

async function using<T>(source: LineSource, use: (source: LineSource) => Promise<T>): Promise<T> {
  try {
    return await use(source);
  } finally {
    await source.discard();
  }
}

async function sourceIn(
  archive: DatasetArchive,
  part: Part,
  wanted: Wanted,
  media: BatchMedia,
): Promise<LineSource> {
  const { sha256 } = part.blob;
  if (!FOLDERS.has(wanted.format)) {
    const [name, path] = fileIn(archive, part, wanted);
    return openForeign(path, { name, sha256 }, wanted);
  }
  const find = finder(archive, media);
  try {
    const dataset = await importerOf(wanted.format).read(await folderOf(archive, media, find), wanted.type);
    return {
      ...sourceOfItems(() => foundItems(dataset, find), sha256, wanted),
      discard: async () => undefined,
    };
  } catch (fault) {
    throw asServiceError(fault);
  }
}

/** The name and the place of the only file of the format's kind. */
function fileIn(
  { files }: DatasetArchive,
  { filename }: Part,
  { format }: Wanted,
): readonly [string, string] {
  const extension = `.${EXTENSIONS[format]}`;
  const [file, ...others] = [...files].filter(([name]) => name.toLowerCase().endsWith(extension));
  if (file !== undefined && others.length === 0) return file;
  const got = file === undefined ? "none" : [file, ...others.slice(0, 3)].map(([name]) => name).join(", ");
  throw new ServiceError(
    "invalid_request",
    `${filename} must hold one ${extension} file of ${format} (got ${got})`,
  );
}

type Find = (name: string) => Promise<BatchMedium | undefined>;

/** Finds the batch's file for a path or name of the dataset; remembers the last one. */
function finder({ paths }: DatasetArchive, media: BatchMedia): Find {
  const byName = Map.groupBy(paths.filter(isMediaName), baseOf);
  let last: { readonly name: string; readonly found: BatchMedium | undefined } | undefined;
  return async (name) => {
    if (last?.name === name) return last.found;
    const plain = name
      .normalize("NFC")
      .replaceAll("\\", "/")
      .replace(/^\.?\//, "");
    const [only, ...others] = byName.get(baseOf(plain)) ?? [];
    const found = await media.find([
      ...endsOf(plain),
      ...(only !== undefined && others.length === 0 ? endsOf(only) : []),
    ]);
    last = { name, found };
    return found;
  };
}

function baseOf(path: string): string {
  return path.split("/").at(-1) ?? path;
}

/** `a/b/c`, `b/c` and `c`; none that is longer than the name of a file. */
function endsOf(path: string): string[] {
  const end = path.slice(-MAX_NAME_BYTES - 1);
  const steps = end.split("/");
  const ends = steps.map((_, index) => steps.slice(index).join("/"));
  return path.length > MAX_NAME_BYTES ? ends.slice(1) : ends;
}

/** The archive for an importer. If it has no media, those of the batch stand for them: people need not send them twice. */
async function folderOf({ paths, files }: DatasetArchive, media: BatchMedia, find: Find): Promise<Folder> {
  const all = paths.some(isMediaName) ? paths : [...paths, ...(await namesIn(media))].sort();
  const placeOf = (path: string) => {
    const place = files.get(path);
    if (place === undefined) throw new ImportFault(path, "is no file with labels");
    return place;
  };
  return {
    paths: all,
    text: (path) => readText(path, placeOf(path)),
    table: async (path) => openTable(path, placeOf(path)),
    async size(name) {
      const { width, height } = (await find(name)) ?? { width: null, height: null };
      return width === null || height === null ? null : { width, height };
    },
  };
}

async function namesIn(media: BatchMedia): Promise<readonly string[]> {
  const names = await media.list(MAX_NAMES + 1);
  if (names.length <= MAX_NAMES) return names;
  throw new ServiceError(
    "invalid_request",
    `the archive has no images, and the batch has more than ${MAX_NAMES}: divide it`,
  );
}

async function readText(name: string, path: string): Promise<string> {
  if ((await stat(path)).size > MAX_MEMBER_BYTES)
    throw new ImportFault(name, `is longer than ${MAX_MEMBER_BYTES / MiB} MiB`);
  return (await readFile(path, "utf8")).replace(/^\ufeff/, "");
}

/** The items, with their media as these are called in the batch. */
async function* foundItems(dataset: ForeignDataset, find: Find): AsyncGenerator<ForeignItem | ForeignFault> {
  for await (const item of dataset.items()) {
    if ("fault" in item || item.media === null) yield item;
    else yield { ...item, media: (await find(item.media))?.filename ?? item.media };
  }
}
