import type { FileHandle } from "node:fs/promises";
import { type FileMetaData, parquetMetadata, parquetSchema, type SchemaTree } from "hyparquet";
import { LIMITS } from "../../../platform/limits.ts";
import { isWholeThrift, ParquetFault } from "./assert-thrift.ts";
import { malformed } from "./page-bytes.ts";

/** The footers of honest files: about 250 bytes for each column of each row group. */
const MAX_FOOTER_BYTES = 4 * 1024 * 1024;
const MAX_STRUCTS = 100_000;
const MAX_COLUMNS = 1_000;

/** What a Parquet file says of itself. */
export interface Footer {
  readonly metadata: FileMetaData;
  readonly schema: SchemaTree;
  readonly rows: number;
}

/** Reads the footer of a file of `size` bytes. Throws ParquetFault, and any error for bytes that hyparquet cannot read. */
export async function readFooter(file: FileHandle, size: number): Promise<Footer> {
  const tail = await readAt(file, size - 8, 8);
  const length = tail.readUInt32LE(0);
  if (tail.toString("latin1", 4) !== "PAR1" || length > size - 12) throw malformed();
  if (length > MAX_FOOTER_BYTES)
    throw new ParquetFault("has a footer of more than 4 MiB: write larger row groups");
  const bytes = await readAt(file, size - 8 - length, length + 8);
  if (!isWholeThrift(bytes.subarray(0, length), MAX_STRUCTS)) throw malformed();
  const metadata = parquetMetadata(new Uint8Array(bytes), { geoparquet: false });
  if (metadata.schema.length > MAX_COLUMNS) throw new ParquetFault(`has more than ${MAX_COLUMNS} columns`);
  const rows = metadata.row_groups.reduce((sum, { num_rows }) => sum + Number(num_rows), 0);
  if (!(rows >= 0) || rows !== Number(metadata.num_rows)) throw malformed();
  if (rows > LIMITS.batch_items) throw new ParquetFault(`holds more than ${LIMITS.batch_items} rows`);
  return { metadata, schema: parquetSchema(metadata), rows };
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  if (at < 0) throw malformed();
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  if (bytesRead < length) throw malformed();
  return bytes;
}
