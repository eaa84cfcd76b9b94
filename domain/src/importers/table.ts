import { ImportFault } from "./importer.ts";
import { type JsonObject, parseShallow, shown } from "./json-value.ts";

/** A row of a table: its values by the names of the columns. Bytes in it are valid until the next row is asked for. */
export interface TableRow {
  /** Where it stands, such as `reviews.csv: line 3`. */
  readonly at: string;
  readonly values: JsonObject;
}

/** A CSV, TSV or Parquet file, or JSON lines. Cells of CSV are texts; an empty one says nothing. */
export interface Table {
  readonly path: string;
  readonly columns: readonly string[];
  /** What Hugging Face's `datasets` wrote into the metadata of a Parquet file, as JSON; null if it wrote none. */
  readonly huggingface: string | null;
  readonly rows: () => AsyncIterable<TableRow>;
}

/** The value of a cell; null if it is absent, empty, or null. */
export function cell({ values }: TableRow, column: string | undefined): unknown {
  const value = column === undefined ? null : (values[column] ?? null);
  return value === "" ? null : value;
}

/** A cell as a text, also if it holds a number; null if there is none. Throws an ImportFault. */
export function textCell(row: TableRow, column: string | undefined): string | null {
  const value = cell(row, column);
  if (value === null || typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean")
    return String(value);
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  throw new ImportFault(`${row.at}: ${column}`, `must be a text, not ${shown(value)}`);
}

/** A cell as a number, also if it holds the text of one; null if there is none. Throws an ImportFault. */
export function numberCell(row: TableRow, column: string | undefined): number | null {
  const value = cell(row, column);
  if (value === null) return null;
  const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value);
  if (["string", "number", "bigint"].includes(typeof value) && Number.isFinite(number)) return number;
  throw new ImportFault(`${row.at}: ${column}`, `must be a number, not ${shown(value)}`);
}

/** A cell with a list or an object, also if it holds the JSON of one; null if there is none. Throws an ImportFault. */
export function jsonCell(row: TableRow, column: string | undefined): unknown {
  const value = cell(row, column);
  if (typeof value !== "string") return value;
  try {
    return parseShallow(value);
  } catch (cause) {
    throw new ImportFault(`${row.at}: ${column}`, `must be JSON, not ${shown(value)}`, { cause });
  }
}
