import { buffer } from "node:stream/consumers";
import { type FileMetaData, parquetMetadata, parquetSchema, type SchemaTree } from "hyparquet";
import type { ReadableBlob } from "../../../platform/blobs/blobs.ts";
import { LIMITS } from "../../../platform/limits.ts";
import { isWholeThrift, ParquetFault } from "./assert-thrift.ts";
import { malformed } from "./page-bytes.ts";

/** The footers of honest files: about 250 bytes for each column of each row group. */
const MAX_FOOTER_BYTES = 4 * 1024 * 1024;
const MAX_STRUCTS = 100_000;
const MAX_COLUMNS = 1_000;
/** Each level of lists and structs costs an array a value while rows are assembled, and each of its parts one again. */
const MAX_LEVELS = 32;

type Bytes = Pick<ReadableBlob, "open" | "size_bytes">;

/** What a Parquet file says of itself. */
export interface Footer {
  readonly metadata: FileMetaData;
  readonly schema: SchemaTree;
  readonly rows: number;
}

/** Reads the footer of a file and nothing else. Throws ParquetFault, and any error for bytes that hyparquet cannot read. */
export async function readFooter(blob: Bytes): Promise<Footer> {
  const end = blob.size_bytes - 8;
  const tail = await bytesAt(blob, end, 8);
  const length = tail.readUInt32LE(0);
  if (tail.toString("latin1", 4) !== "PAR1") throw malformed();
  if (length > MAX_FOOTER_BYTES)
    throw new ParquetFault("has a footer of more than 4 MiB: write larger row groups");
  const bytes = await bytesAt(blob, end - length, length + 8);
  if (!isWholeThrift(bytes.subarray(0, length), MAX_STRUCTS)) throw malformed();
  const metadata = parquetMetadata(new Uint8Array(bytes), { geoparquet: false });
  const schema = schemaOf(metadata);
  const counts = metadata.row_groups.map(({ num_rows }) => Number(num_rows));
  const rows = counts.reduce((sum, count) => sum + count, 0);
  if (!counts.every((count) => count >= 0) || rows !== Number(metadata.num_rows)) throw malformed();
  if (rows > LIMITS.batch_items) throw new ParquetFault(`holds more than ${LIMITS.batch_items} rows`);
  return { metadata, schema, rows };
}

function schemaOf(metadata: FileMetaData): SchemaTree {
  if (metadata.schema.length > MAX_COLUMNS) throw new ParquetFault(`has more than ${MAX_COLUMNS} columns`);
  // hyparquet would lose it: a member of that name is an object's prototype.
  if (metadata.schema.some(({ name }) => name === "__proto__"))
    throw new ParquetFault("has a column __proto__, a name that is not allowed");
  const schema = parquetSchema(metadata);
  if (levelsOf(schema) > MAX_LEVELS)
    throw new ParquetFault(`has columns of more than ${MAX_LEVELS} levels of lists and structs`);
  return schema;
}

function levelsOf({ children }: SchemaTree): number {
  return 1 + children.reduce((most, child) => Math.max(most, levelsOf(child)), 0);
}

async function bytesAt({ open, size_bytes }: Bytes, start: number, length: number): Promise<Buffer> {
  if (start < 4 || start + length > size_bytes) throw malformed();
  return buffer(open({ start, end: start + length - 1 }));
}
