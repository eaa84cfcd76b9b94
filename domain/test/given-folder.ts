import { parse } from "csv-parse/sync";
import type {
  Folder,
  ForeignDataset,
  ForeignFault,
  ForeignItem,
  Importer,
  Size,
} from "../src/importers/importer.ts";
import { ImportFault } from "../src/importers/importer.ts";
import type { Table } from "../src/importers/table.ts";
import { readParquet } from "./read-parquet.ts";

/** A folder of texts by path; every image has `size`. */
export function givenFolder(
  files: Readonly<Record<string, string>>,
  size: Size = { width: 200, height: 100 },
): Folder {
  return {
    paths: Object.keys(files).sort(),
    text: async (path) => files[path] ?? "",
    size: async () => size,
    table: async (path) => csvTable(path, files[path] ?? ""),
  };
}

/** A table of CSV text; its rows are numbered as lines without line ends in cells. */
function csvTable(path: string, text: string): Table {
  try {
    const [columns = [], ...rows]: string[][] = parse(text);
    return {
      ...{ path, columns, huggingface: null },
      async *rows() {
        for (const [index, row] of rows.entries()) {
          const values = Object.fromEntries(columns.map((name, place) => [name, row[place]]));
          yield { at: `${path}: line ${index + 2}`, values };
        }
      },
    };
  } catch (cause) {
    throw new ImportFault(path, String(cause), { cause });
  }
}

/** A folder of files as bytes by path, which may be Parquet; every image has 200 by 100 pixels. */
export function folderOfBytes(files: Readonly<Record<string, Buffer>>): Folder {
  const texts = Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, bytes.toString()]));
  const folder = givenFolder(texts);
  return {
    ...folder,
    async table(path) {
      const bytes = files[path];
      if (bytes === undefined || !path.endsWith(".parquet")) return folder.table(path);
      const { rows } = await readParquet(bytes);
      return givenTable(rows).table(path);
    },
  };
}

/** A folder with one table `a.parquet` of these rows. */
export function givenTable(
  rows: readonly Readonly<Record<string, unknown>>[],
  {
    huggingface = null,
    files = {},
  }: { readonly huggingface?: string | null; readonly files?: Readonly<Record<string, string>> } = {},
): Folder {
  const path = "a.parquet";
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return {
    ...givenFolder(files),
    paths: [...Object.keys(files), path].sort(),
    table: async () => ({
      ...{ path, columns, huggingface },
      async *rows() {
        for (const [index, values] of rows.entries()) yield { at: `${path}: row ${index + 1}`, values };
      },
    }),
  };
}

/** What an importer reads of a folder. */
export async function imported(
  importer: Importer,
  files: Readonly<Record<string, string>> | Folder,
  type?: string,
  columns?: Readonly<Record<string, string>>,
): Promise<Omit<ForeignDataset, "items"> & { readonly items: readonly (ForeignItem | ForeignFault)[] }> {
  const { items, ...dataset } = await importer.read(
    isFolder(files) ? files : givenFolder(files),
    type,
    columns,
  );
  const all: (ForeignItem | ForeignFault)[] = [];
  for await (const item of items()) all.push(item);
  return { ...dataset, items: all };
}

function isFolder(files: Readonly<Record<string, string>> | Folder): files is Folder {
  return typeof files.size === "function";
}

/** The results of the answers of each item, in order. */
export function resultsOf({ items }: { readonly items: readonly (ForeignItem | ForeignFault)[] }): unknown[] {
  return items.flatMap((item) => ("fault" in item ? [item] : item.answers.map(({ result }) => result)));
}
