import { type CsvValue, csvRow } from "./csv-row.ts";
import type { ExportFile, ExportItem, Items } from "./format.ts";
import { imageStem } from "./images.ts";
import { textOfEach } from "./pages.ts";

/**
 * Columns of an index by the field's path in `ExportItem`, which with `_` for the dot is also the column's
 * name.
 */
export type IndexColumns = Readonly<Record<string, (item: ExportItem) => CsvValue>>;

/** The columns that lead from a file of an export back to its item and its file. */
export const INDEX: IndexColumns = {
  id: (item) => item.id,
  external_id: (item) => item.external_id,
  "file.id": (item) => item.file.id,
  "file.filename": (item) => item.file.filename,
  "file.sha256": (item) => item.file.sha256,
  "file.width": (item) => item.file.width,
  "file.height": (item) => item.file.height,
};

/** A text file with one part for each item, after `head`. */
export interface Listing {
  readonly path: string;
  readonly head: string;
  readonly partOf: (item: ExportItem) => string;
}

/** A table with a row per item: `items.csv` of formats with a file per item. */
export function indexTable(path: string, columns: IndexColumns): Listing {
  const reads = Object.values(columns);
  return {
    path,
    head: csvRow(Object.keys(columns).map((column) => column.replace(".", "_"))),
    partOf: (item) => csvRow(reads.map((read) => read(item))),
  };
}

/** The stems of the images, one a line: the list of a subset in PASCAL VOC's layout. */
export function stemList(path: string): Listing {
  return { path, head: "", partOf: (item) => `${imageStem(item)}\n` };
}

/** The listings of about 100,000 items are kept in memory. */
const MOST_KEPT = 32 * 1024 * 1024;

/**
 * The files of each item and then the listings. The listings are made while the items are read for their files: to read the
 * items again takes about as long as to write a file for each. Of more items than fit into memory they are read again.
 */
export async function* filesThenListings(
  items: Items,
  filesOf: (item: ExportItem) => Iterable<ExportFile>,
  listings: readonly Listing[],
): AsyncGenerator<Iterable<ExportFile>> {
  let kept: Uint8Array[][] | undefined = listings.map(() => []);
  let size = 0;
  for await (const page of items()) {
    for (const [index, { partOf }] of listings.entries()) {
      let text = "";
      for (const item of page) text += partOf(item);
      const bytes = encoder.encode(text);
      kept?.[index]?.push(bytes);
      size += bytes.length;
    }
    if (size > MOST_KEPT) kept = undefined;
    yield filesOfEach(page, filesOf);
  }
  for (const [index, { path, head, partOf }] of listings.entries()) {
    const known = kept?.[index];
    yield [{ path, content: known === undefined ? reread(items, head, partOf) : [head, ...known] }];
  }
}

const encoder = new TextEncoder();

/** Each is made when it is asked for. */
function* filesOfEach(
  page: readonly ExportItem[],
  filesOf: (item: ExportItem) => Iterable<ExportFile>,
): Generator<ExportFile> {
  for (const item of page) yield* filesOf(item);
}

async function* reread(items: Items, head: string, partOf: Listing["partOf"]): AsyncGenerator<string> {
  yield head;
  yield* textOfEach(items(), partOf);
}
