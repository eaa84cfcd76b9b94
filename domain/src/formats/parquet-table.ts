import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { ParquetWriter } from "hyparquet-writer/src/parquet-writer.js";
import type { Column, ColumnType } from "./flat-columns.ts";
import type { Pages } from "./format.ts";
import { recordOf } from "./record.ts";

/** A row group has at most this many rows, and ends with the row that takes it to this many characters. */
const MAX_ROWS = 10_000;
const MAX_CHARACTERS = 8_388_608;

type Schema = ConstructorParameters<typeof ParquetWriter>[0]["schema"];

const STRING = { type: "BYTE_ARRAY", converted_type: "UTF8" } as const;

const ELEMENTS: Readonly<Record<ColumnType, (name: string) => Schema>> = {
  string: (name) => [{ name, ...STRING, repetition_type: "OPTIONAL" }],
  integer: (name) => [{ name, type: "INT32", repetition_type: "OPTIONAL" }],
  double: (name) => [{ name, type: "DOUBLE", repetition_type: "OPTIONAL" }],
  strings: (name) => [
    { name, repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    { name: "element", ...STRING, repetition_type: "REQUIRED" },
  ],
};

/**
 * A Parquet file with a row per item, a row group at a time: a reader needs memory for one, and so does the
 * writer. Strings are UTF-8, pages are compressed by Snappy. Source: github.com/apache/parquet-format.
 */
export async function* parquetTable(columns: readonly Column[], items: Pages): AsyncGenerator<Uint8Array> {
  const schema: Schema = [
    { name: "schema", num_children: columns.length },
    ...columns.flatMap(({ name, type }) => ELEMENTS[type](name)),
  ];
  const writer = new ByteWriter();
  const table = new ParquetWriter({ writer, schema, statistics: false, createdBy: "assay" });
  let values: unknown[][] = columns.map(() => []);
  let rows = 0;
  let characters = 0;

  const writeGroup = () => {
    const columnData = columns.map(({ name }, index) => ({
      name,
      data: values[index] ?? [],
      offsetIndex: false,
    }));
    table.write({ columnData, rowGroupSize: rows });
    values = columns.map(() => []);
    rows = 0;
    characters = 0;
    return taken(writer);
  };

  for await (const page of items) {
    for (const item of page) {
      const record = recordOf(item);
      for (const [index, { read }] of columns.entries()) {
        const value = read(record);
        values[index]?.push(value);
        characters += typeof value === "string" ? value.length : 8;
      }
      rows += 1;
      if (rows === MAX_ROWS || characters >= MAX_CHARACTERS) yield writeGroup();
    }
  }
  if (rows > 0) yield writeGroup();
  table.finish();
  yield taken(writer);
}

/** The bytes written since the last time, which the writer forgets; it goes on to count them. */
function taken(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
