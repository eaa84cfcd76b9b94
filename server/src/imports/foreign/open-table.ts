import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { ServiceError } from "@assay/domain/errors.ts";
import { ImportFault } from "@assay/domain/importers/importer.ts";
import type { Table, TableRow } from "@assay/domain/importers/table.ts";
import type { ByteRange } from "../../platform/blobs/blobs.ts";
import { readRecords } from "../../uploads/formats/csv.ts";
import { footerOf, type ParquetRow, readRows } from "../../uploads/formats/parquet/rows.ts";
import { toJson, ValueFault } from "../../uploads/formats/parquet/values.ts";

/** Opens the CSV, TSV or Parquet file `file`; messages call it `name`. Reads it row by row. Throws an ImportFault. */
export async function openTable(name: string, file: string): Promise<Table> {
  return /\.parquet$/i.test(name) ? parquetTable(name, file) : csvTable(name, file);
}

async function csvTable(name: string, file: string): Promise<Table> {
  const [header] = await take(recordsOf(name, file), 1);
  const columns = header?.cells ?? [];
  const seen = new Set<string>();
  const twice = columns.find((column) => seen.size === seen.add(column).size);
  if (twice !== undefined)
    throw new ImportFault(`${name}: line 1`, `the column ${JSON.stringify(twice)} occurs twice`);
  return { path: name, columns, huggingface: null, rows: () => csvRows(name, file, columns) };
}

async function* csvRows(name: string, file: string, columns: readonly string[]): AsyncGenerator<TableRow> {
  let isHeader = true;
  for await (const { at, cells } of recordsOf(name, file)) {
    if (isHeader) {
      isHeader = false;
      continue;
    }
    if (cells.length !== columns.length)
      throw new ImportFault(at, `has ${cells.length} cells, and the header ${columns.length}`);
    yield { at, values: Object.fromEntries(columns.map((column, index) => [column, cells[index]])) };
  }
}

interface CsvRecord {
  readonly at: string;
  readonly cells: readonly string[];
}

async function* recordsOf(name: string, file: string): AsyncGenerator<CsvRecord> {
  const chunks: AsyncIterable<Buffer> = createReadStream(file);
  try {
    for await (const { record, info } of readRecords(chunks, /\.tsv$/i.test(name) ? "\t" : ","))
      yield { at: `${name}: line ${info.lines}`, cells: record };
  } catch (fault) {
    throw asImportFault(name, fault);
  }
}

async function take<T>(source: AsyncIterable<T>, count: number): Promise<T[]> {
  const taken: T[] = [];
  for await (const each of source) {
    taken.push(each);
    if (taken.length === count) break;
  }
  return taken;
}

async function parquetTable(name: string, file: string): Promise<Table> {
  const { size } = await stat(file);
  const borrow = async () => ({ path: file, giveBack: async () => undefined });
  const open = (range?: ByteRange) => createReadStream(file, range);
  const part = { filename: name, blob: { size_bytes: size, borrow, open } };
  try {
    const { metadata, schema } = await footerOf(part);
    const said = metadata.key_value_metadata?.find(({ key }) => key === "huggingface")?.value;
    return {
      path: name,
      columns: schema.children.map(({ element }) => element.name),
      huggingface: said ?? null,
      rows: () => parquetRows(name, part),
    };
  } catch (fault) {
    throw asImportFault(name, fault);
  }
}

async function* parquetRows(name: string, part: Parameters<typeof readRows>[0]): AsyncGenerator<TableRow> {
  let row = 0;
  try {
    for await (const rows of readRows(part)) {
      for (const values of rows) {
        row += 1;
        yield { at: `${name}: row ${row}`, values: valuesOf(values) };
      }
    }
  } catch (fault) {
    if (fault instanceof ValueFault)
      throw new ImportFault(`${name}: row ${row}`, fault.message, { cause: fault });
    throw asImportFault(name, fault);
  }
}

/** The values as JSON, except the bytes of images and recordings. */
function valuesOf(row: ParquetRow): ParquetRow {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      const { bytes, path } = Object(value);
      if (bytes instanceof Uint8Array) return [column, { bytes, path }];
      return [column, toJson(value, { characters: 0 })];
    }),
  );
}

function asImportFault(name: string, fault: unknown): unknown {
  if (!(fault instanceof ServiceError)) return fault;
  const message = fault.message.startsWith(name)
    ? fault.message.slice(name.length).replace(/^:? /, "")
    : fault.message;
  return new ImportFault(name, message, { cause: fault });
}
