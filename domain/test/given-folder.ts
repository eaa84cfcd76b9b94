import type {
  Folder,
  ForeignDataset,
  ForeignFault,
  ForeignItem,
  Importer,
  Size,
} from "../src/importers/importer.ts";

/** A folder of texts by path; every image has `size`. */
export function givenFolder(
  files: Readonly<Record<string, string>>,
  size: Size = { width: 200, height: 100 },
): Folder {
  return {
    paths: Object.keys(files).sort(),
    text: async (path) => files[path] ?? "",
    size: async () => size,
  };
}

/** What an importer reads of a folder. */
export async function imported(
  importer: Importer,
  files: Readonly<Record<string, string>>,
  type?: string,
): Promise<Omit<ForeignDataset, "items"> & { readonly items: readonly (ForeignItem | ForeignFault)[] }> {
  const { items, ...dataset } = await importer.read(givenFolder(files), type);
  const all: (ForeignItem | ForeignFault)[] = [];
  for await (const item of items()) all.push(item);
  return { ...dataset, items: all };
}

/** The results of the answers of each item, in order. */
export function resultsOf({ items }: { readonly items: readonly (ForeignItem | ForeignFault)[] }): unknown[] {
  return items.flatMap((item) => ("fault" in item ? [item] : item.answers.map(({ result }) => result)));
}
