import type { FileMetaData, ParquetType, RowGroup, SchemaElement } from "hyparquet";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";

/** A column chunk: a dictionary of one value, and pages in which each value is that one. */
export interface CraftedColumn {
  readonly path: readonly string[];
  readonly value: string | Buffer;
  readonly pages: readonly CraftedPage[];
}

export interface CraftedPage {
  /** What the header claims. */
  readonly values: number;
  /** Repetition levels, then definition levels, where the column has them. */
  readonly levels?: readonly Buffer[];
}

/** `count` times the level `value` of at most 8 bits, as a run. */
export function levelRun(value: number, count: number): Buffer {
  const writer = new ByteWriter();
  writer.appendVarInt(count * 2);
  writer.appendUint8(value);
  return Buffer.from(writer.getBytes());
}

/** A column of texts. */
export function textColumn(name: string, value: string, values = 1): CraftedColumn {
  return { path: [name], value, pages: [{ values }] };
}

export const TEXT: Pick<SchemaElement, "type" | "converted_type" | "repetition_type"> = {
  type: "BYTE_ARRAY",
  converted_type: "UTF8",
  repetition_type: "REQUIRED",
};

/** A Parquet file as no writer makes it: the row counts and pages are those given. `schema` is without its root. */
export function craftParquet(
  schema: readonly SchemaElement[],
  groups: readonly { readonly rows: number; readonly columns: readonly CraftedColumn[] }[],
): Buffer {
  const writer = new ByteWriter();
  const magic = Buffer.from("PAR1");
  writer.appendBytes(magic);
  const row_groups = groups.map(
    ({ rows, columns }): RowGroup => ({
      columns: columns.map((column) => writeColumn(writer, column)),
      total_byte_size: 0n,
      num_rows: BigInt(rows),
    }),
  );
  const nested = schema.reduce((sum, { num_children = 0 }) => sum + num_children, 0);
  const root: SchemaElement = { name: "schema", num_children: schema.length - nested };
  const metadata: FileMetaData = {
    version: 1,
    schema: [root, ...schema],
    num_rows: BigInt(groups.reduce((sum, { rows }) => sum + rows, 0)),
    row_groups,
    metadata_length: 0,
  };
  writeMetadata(writer, metadata);
  writer.appendBytes(magic);
  return Buffer.from(writer.getBytes());
}

function writeColumn(writer: ByteWriter, { path, value, pages }: CraftedColumn): RowGroup["columns"][number] {
  const type: ParquetType = "BYTE_ARRAY";
  const start = writer.offset;
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  const size = length.length + bytes.length;
  writePageHeader(writer, {
    type: "DICTIONARY_PAGE",
    uncompressed_page_size: size,
    compressed_page_size: size,
    dictionary_page_header: { num_values: 1, encoding: "PLAIN" },
  });
  writer.appendBytes(length);
  writer.appendBytes(bytes);
  const data = writer.offset;
  for (const page of pages) writePage(writer, page);
  const total = BigInt(writer.offset - start);
  return {
    file_offset: 0n,
    meta_data: {
      type,
      encodings: ["RLE_DICTIONARY"],
      path_in_schema: [...path],
      codec: "UNCOMPRESSED",
      num_values: BigInt(pages.reduce((sum, { values }) => sum + values, 0)),
      total_uncompressed_size: total,
      total_compressed_size: total,
      data_page_offset: BigInt(data),
      dictionary_page_offset: BigInt(start),
    },
  };
}

function writePage(writer: ByteWriter, { values, levels = [] }: CraftedPage): void {
  const parts = levels.flatMap((level) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(level.length);
    return [length, level];
  });
  const WIDTH_OF_INDEXES = Buffer.from([0]); // no bits: all are 0
  const body = Buffer.concat([...parts, WIDTH_OF_INDEXES]);
  writePageHeader(writer, {
    type: "DATA_PAGE",
    uncompressed_page_size: body.length,
    compressed_page_size: body.length,
    data_page_header: {
      num_values: values,
      encoding: "RLE_DICTIONARY",
      definition_level_encoding: "RLE",
      repetition_level_encoding: "RLE",
    },
  });
  writer.appendBytes(body);
}
