import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Folder, Size } from "@assay/domain/importers/importer.ts";
import { isMediaName } from "@assay/domain/importers/media-names.ts";
import { openTable } from "@assay/server/src/imports/foreign/open-table.ts";
import { listFiles } from "../files.ts";

/** V8 holds no longer text, and no tool writes such files. */
const MAX_TEXT_BYTES = 500_000_000;

/** A dataset on disk, and its media. */
export interface DatasetFolder {
  /** Absolute; paths of media are relative to it. */
  readonly mediaFolder: string;
  /** The path of the medium that a dataset names by path or name; undefined if there is none, or several of that name. */
  readonly find: (name: string) => string | undefined;
  /** The folder for an importer, in which images have the sizes of `sizeOf`. */
  readonly withSizes: (sizeOf: (path: string) => Size | null) => Folder;
}

/**
 * Opens the dataset at `path`, a file or a folder; media are there or in the folder `media`. Hidden files and symbolic links are left
 * out. Throws an error if there is nothing at `path`.
 */
export async function openDataset(path: string, media: string | undefined): Promise<DatasetFolder> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new Error(`there is no file or folder ${path}`);
  const root = resolve(found.isFile() ? dirname(path) : path);
  const mediaFolder = resolve(media ?? root);
  const paths = found.isFile() ? [basename(path)] : (await listFiles(root)).sort();
  const all = media === undefined && !found.isFile() ? paths : (await listFiles(mediaFolder)).sort();
  const files = all.filter(isMediaName);
  const known = new Set(files);
  const byName = Map.groupBy(files, (name) => name.split("/").at(-1) ?? name);
  const find = (name: string): string | undefined => {
    const plain = name.replaceAll("\\", "/").replace(/^\.?\//, "");
    if (known.has(plain)) return plain;
    const some = byName.get(plain.split("/").at(-1) ?? plain) ?? [];
    return some.find((each) => each.endsWith(`/${plain}`)) ?? (some.length === 1 ? some[0] : undefined);
  };
  return {
    ...{ mediaFolder, find },
    withSizes: (sizeOf) => ({
      paths,
      text: (name) => readText(join(root, name)),
      table: (name) => openTable(name, join(root, name)),
      size: async (name) => sizeOf(find(name) ?? name),
    }),
  };
}

async function readText(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > MAX_TEXT_BYTES)
    throw new Error(`${path} has more than ${MAX_TEXT_BYTES / 1_000_000} MB: split it`);
  const text = await readFile(path, "utf8");
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}
