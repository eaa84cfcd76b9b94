import type { FileHandle } from "node:fs/promises";
import type { ColumnMetaData, DecodedArray, PageHeader, SchemaTree } from "hyparquet";
import { parquetHeader, readPage } from "hyparquet/src/column.js";
import { convert, DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { getMaxRepetitionLevel } from "hyparquet/src/schema.js";
import { isWholeThrift, ParquetFault } from "./assert-thrift.ts";
import { checkRuns, malformed, type Target, unpackPage } from "./page-bytes.ts";
import { PARSERS } from "./values.ts";

const MiB = 1024 * 1024;
/** A page, and all pages and dictionaries that are in use at once, one of each column. */
const MAX_PAGE_BYTES = 64 * MiB;
const MAX_HELD_BYTES = 96 * MiB;
const MAX_PAGE_VALUES = 2 * 1024 * 1024;
/** Lists that are in use at once, also those by which hyparquet nests structs: 184 bytes each. */
const MAX_HELD_LISTS = 1024 * 1024;
/** Slots of arrays for a value and its levels. */
const VALUE_BYTES = 16;
const REPEATED_VALUE_BYTES = 40;
const HEADER_BYTES = [16 * 1024, MiB];

/** The memory of the pages of a file, which is used again: garbage of 50 MiB a page stays for long. */
export interface Held {
  /** The bytes of all pages that are in use. */
  bytes: number;
  /** The lists that their values are in. */
  lists: number;
  packed: Buffer;
  /** For the unpacked pages of each column, and for its dictionary. */
  readonly targets: Map<string, Target>;
}

/** A column of a row group that holds values. */
export interface Leaf {
  readonly schemaPath: SchemaTree[];
  readonly metadata: ColumnMetaData;
}

interface Cursor {
  readonly file: FileHandle;
  readonly end: number;
  at: number;
}

/**
 * The values of a column in one row group, one entry a row, page by page. Values inside lists and structs are nested as
 * `assembleNested` of hyparquet expects. Their bytes are valid until the next page is asked for. Throws ParquetFault, and any error for bytes that hyparquet cannot read.
 */
export async function* readLeaf(
  file: FileHandle,
  size: number,
  { schemaPath, metadata }: Leaf,
  held: Held,
): AsyncGenerator<unknown[]> {
  const decoder = decoderOf(schemaPath, metadata);
  const isRepeated = getMaxRepetitionLevel(schemaPath) > 0;
  const cursor: Cursor = { file, ...rangeOf(metadata, size) };
  let dictionary: DecodedArray | undefined;
  const own = ownOf(held, metadata.path_in_schema.join("."), isRepeated);
  let rest: unknown[] = [];
  try {
    for (let values = 0; values < Number(metadata.num_values) && cursor.at < cursor.end; ) {
      const { bytes, header, count, cost } = await nextPage(cursor, metadata, held, own);
      const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
      if (header.type === "DICTIONARY_PAGE") {
        const { data } = readPage(reader, header, decoder, undefined, undefined, 0);
        dictionary = data && convert(data, decoder);
        own.dictionary += cost;
        own.pages -= cost;
        continue;
      }
      takeLists(held, own, checkRuns(bytes, header, metadata.type, schemaPath));
      const { data = [] } = readPage(reader, header, decoder, dictionary, isRepeated ? rest : undefined, 0);
      values += count;
      const rows = Array.from<unknown>(data);
      rest = isRepeated ? rows.splice(-1) : []; // the next page may continue it
      if (rows.length === 0) continue;
      yield rows;
      letGoOfPages(held, own);
    }
    if (rest.length > 0) yield rest;
  } finally {
    letGoOfPages(held, own);
    held.bytes -= own.dictionary;
  }
}

function decoderOf(schemaPath: SchemaTree[], { path_in_schema, type }: ColumnMetaData) {
  const element = schemaPath.at(-1)?.element;
  if (element === undefined) throw malformed();
  return {
    pathInSchema: path_in_schema,
    ...{ element, schemaPath, type, codec: "UNCOMPRESSED" as const },
    parsers: { ...DEFAULT_PARSERS, ...PARSERS },
    utf8: false,
  };
}

/** What a column holds of `Held`: its last page, and those before it in which no row ended. */
interface Own {
  pages: number;
  lists: number;
  dictionary: number;
  readonly value_bytes: number;
  readonly targets: { readonly page: Target | undefined; readonly dictionary: Target };
}

function ownOf(held: Held, name: string, isRepeated: boolean): Own {
  return {
    ...{ pages: 0, lists: 0, dictionary: 0 },
    value_bytes: isRepeated ? REPEATED_VALUE_BYTES : VALUE_BYTES,
    targets: {
      // The last value of a repeated column may continue in the next page.
      page: isRepeated ? undefined : targetOf(held, `page ${name}`),
      dictionary: targetOf(held, `dictionary ${name}`),
    },
  };
}

function takeLists(held: Held, own: Own, lists: number): void {
  held.lists += lists;
  own.lists += lists;
  if (held.lists > MAX_HELD_LISTS) throw tooLarge();
}

function letGoOfPages(held: Held, own: Own): void {
  held.bytes -= own.pages;
  held.lists -= own.lists;
  own.pages = 0;
  own.lists = 0;
}

function targetOf({ targets }: Held, name: string): Target {
  const target = targets.get(name) ?? { buffer: Buffer.alloc(0) };
  targets.set(name, target);
  return target;
}

interface Page {
  readonly bytes: Buffer;
  readonly header: PageHeader;
  /** Its values with nulls. */
  readonly count: number;
  /** The bytes that it needs in memory. */
  readonly cost: number;
}

/** The next page, unpacked. */
async function nextPage(cursor: Cursor, metadata: ColumnMetaData, held: Held, own: Own): Promise<Page> {
  const header = await nextHeader(cursor);
  const count = valuesOf(header);
  const cost = header.uncompressed_page_size + header.compressed_page_size + own.value_bytes * count;
  held.bytes += cost;
  own.pages += cost;
  if (held.bytes > MAX_HELD_BYTES) throw tooLarge();
  const target = header.type === "DICTIONARY_PAGE" ? own.targets.dictionary : own.targets.page;
  const packed = await nextBytes(cursor, header.compressed_page_size, metadata.codec, held);
  return { ...unpackPage(packed, header, metadata.codec, target), count, cost };
}

function rangeOf(metadata: ColumnMetaData, size: number): { readonly at: number; readonly end: number } {
  const first = Number(metadata.data_page_offset);
  const dictionary = Number(metadata.dictionary_page_offset ?? 0);
  const start = dictionary > 0 && dictionary < first ? dictionary : first;
  const end = start + Number(metadata.total_compressed_size);
  if (!(start >= 4 && end > start && end <= size)) throw malformed();
  return { at: start, end };
}

async function nextHeader(cursor: Cursor): Promise<PageHeader> {
  for (const length of HEADER_BYTES) {
    const bytes = await peek(cursor, Math.min(length, cursor.end - cursor.at));
    if (!isWholeThrift(bytes, 1_000)) continue;
    const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
    const header = parquetHeader(reader);
    cursor.at += reader.offset;
    return header;
  }
  throw malformed();
}

/** The values of a page with nulls. Throws ParquetFault for sizes that cannot be. */
function valuesOf(header: PageHeader): number {
  const { compressed_page_size, uncompressed_page_size, type } = header;
  for (const bytes of [compressed_page_size, uncompressed_page_size]) {
    if (!(bytes >= 0)) throw malformed();
    if (bytes > MAX_PAGE_BYTES) throw tooLarge();
  }
  const v2 = header.data_page_header_v2;
  const page = type === "DICTIONARY_PAGE" ? header.dictionary_page_header : (header.data_page_header ?? v2);
  const count = page?.num_values ?? -1;
  if (!(count >= 0) || (v2 !== undefined && !(v2.num_nulls >= 0 && v2.num_nulls <= count))) throw malformed();
  if (count > MAX_PAGE_VALUES) throw tooLarge();
  return count;
}

async function nextBytes(
  cursor: Cursor,
  length: number,
  codec: ColumnMetaData["codec"],
  held: Held,
): Promise<Buffer> {
  if (cursor.at + length > cursor.end) throw malformed();
  const isPacked = codec !== "UNCOMPRESSED";
  if (isPacked && held.packed.length < length) held.packed = Buffer.alloc(length);
  const bytes = await peek(cursor, length, isPacked ? held.packed : undefined);
  cursor.at += length;
  return bytes;
}

async function peek({ file, at }: Cursor, length: number, target?: Buffer): Promise<Buffer> {
  const bytes = target?.subarray(0, length) ?? Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  if (bytesRead < length) throw malformed();
  return bytes;
}

function tooLarge(): ParquetFault {
  return new ParquetFault(
    "has pages of more than 64 MiB or 2,097,152 values, or of more than 96 MiB or 1,048,576 lists and structs in all columns: write fewer rows to a row group",
  );
}
