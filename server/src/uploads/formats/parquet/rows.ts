import { type FileHandle, open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { ServiceError } from "@assay/domain/errors.ts";
import type { DecodedArray, RowGroup, SchemaTree } from "hyparquet";
import { assembleNested } from "hyparquet/src/assemble.js";
import { DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { getTreePath } from "hyparquet/src/schema.js";
import { isStoresFault } from "../../../platform/blobs/stores-fault.ts";
import { archiveFault } from "../archive.ts";
import type { Named, RowValues } from "../row-file.ts";
import { ParquetFault } from "./assert-thrift.ts";
import { type Footer, readFooter } from "./footer.ts";
import { type Held, readLeaf } from "./leaf.ts";
import { malformed } from "./page-bytes.ts";
import { PARSERS } from "./values.ts";

const ROWS_AT_ONCE = 500;

export type ParquetRow = RowValues;

/** What a Parquet file says of itself. Throws `invalid_request` that names it. */
export async function footerOf(part: Named): Promise<Footer> {
  try {
    return await readFooter(part.blob);
  } catch (cause) {
    throw fileFault(part, cause);
  }
}

/**
 * The rows of a Parquet file, some at a time, without the first `skipped`. Of each column one page is in memory, and bytes are valid until the next rows are asked for. Throws
 * `invalid_request` that names the file and, if it is known, the row.
 */
export async function* readRows(part: Named, skipped = 0): AsyncGenerator<readonly ParquetRow[]> {
  const { metadata, schema } = await footerOf(part);
  const borrowed = await part.blob.borrow();
  let row = 0;
  let file: FileHandle | undefined;
  try {
    file = await open(borrowed.path);
    const size = part.blob.size_bytes;
    const held: Held = { bytes: 0, lists: 0, packed: Buffer.alloc(0), targets: new Map() };
    for (const group of metadata.row_groups) {
      const end = row + Number(group.num_rows);
      if (end <= skipped) {
        row = end;
        continue;
      }
      for await (const rows of rowsOf(file, size, schema, group, held)) {
        const first = row;
        row += rows.length;
        yield rows.slice(Math.max(0, skipped - first));
        await setImmediate(); // lets other work of the process pass
      }
    }
  } catch (cause) {
    throw fileFault(part, cause, row + 1);
  } finally {
    await file?.close();
    await borrowed.giveBack();
  }
}

function fileFault(part: Named, cause: unknown, row?: number): unknown {
  if (isStoresFault(cause) || (cause instanceof Error && cause.name === "ServiceError")) return cause;
  const where = row === undefined ? "" : ` (from row ${row} on)`;
  const what = cause instanceof ParquetFault ? cause.message : malformed().message;
  return archiveFault(part, `${what}${where}`, cause) satisfies ServiceError;
}

interface Column {
  readonly path: string;
  readonly pages: AsyncGenerator<unknown[]>;
  page: unknown[];
  at: number;
}

async function* rowsOf(
  file: FileHandle,
  size: number,
  schema: SchemaTree,
  group: RowGroup,
  held: Held,
): AsyncGenerator<ParquetRow[]> {
  const leaves = group.columns.map(({ meta_data: metadata, file_path }) => {
    if (metadata === undefined || file_path !== undefined) throw malformed();
    const pages = readLeaf(
      file,
      size,
      { metadata, schemaPath: getTreePath(schema, metadata.path_in_schema) },
      held,
    );
    return { path: metadata.path_in_schema.join("."), pages, page: [], at: 0 };
  });
  try {
    for (let left = Number(group.num_rows); left > 0; ) {
      for (const leaf of leaves) await fill(leaf);
      const count = Math.min(left, ROWS_AT_ONCE, ...leaves.map(({ page, at }) => page.length - at));
      yield toRows(schema, leaves, count);
      left -= count;
    }
  } finally {
    for (const { pages } of leaves) await pages.return(undefined);
  }
}

async function fill(leaf: Column): Promise<void> {
  if (leaf.at < leaf.page.length) return;
  leaf.page = []; // lets go of its bytes before the next are read
  const { done, value } = await leaf.pages.next();
  if (done) throw new ParquetFault(`has fewer rows in the column ${leaf.path} than it states`);
  leaf.page = value;
  leaf.at = 0;
}

/** The next `count` rows. */
function toRows(schema: SchemaTree, leaves: readonly Column[], count: number): ParquetRow[] {
  const taken = new Map<string, DecodedArray>();
  for (const leaf of leaves) {
    taken.set(leaf.path, leaf.page.slice(leaf.at, leaf.at + count));
    leaf.at += count;
  }
  const columns = schema.children.map((child) => {
    if (child.children.length > 0) assembleNested(taken, child, { ...DEFAULT_PARSERS, ...PARSERS });
    const values = taken.get(child.path.join("."));
    if (values?.length !== count) throw malformed();
    return [child.element.name, values] as const;
  });
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(columns.map(([name, values]) => [name, values[index]])),
  );
}
