import { type CsvValue, csvRow } from "./csv-row.ts";
import type { ExportItem, Pages } from "./format.ts";
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

/** A table with a row per item: `items.csv` of formats with a file per item. */
export async function* indexTable(columns: IndexColumns, items: Pages): AsyncGenerator<string> {
  yield csvRow(Object.keys(columns).map((column) => column.replace(".", "_")));
  const reads = Object.values(columns);
  yield* textOfEach(items, (item) => csvRow(reads.map((read) => read(item))));
}
