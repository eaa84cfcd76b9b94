import { parquetMetadata, parquetReadObjects } from "hyparquet";

/** The rows of a Parquet file, and how many rows each of its row groups has. */
export async function readParquet(bytes: Uint8Array) {
  const file = new Uint8Array(bytes).buffer; // a copy: a Buffer is often a part of a larger one
  const rows = await parquetReadObjects({ file });
  const groups = parquetMetadata(file).row_groups.map(({ num_rows }) => Number(num_rows));
  return { rows, groups };
}
