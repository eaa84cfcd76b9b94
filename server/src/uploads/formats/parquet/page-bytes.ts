import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type CompressionCodec, type PageHeader, type SchemaTree, snappyUncompress } from "hyparquet";
import { getMaxDefinitionLevel, getMaxRepetitionLevel } from "hyparquet/src/schema.js";
import { unzstd } from "../unzstd.ts";
import { ParquetFault } from "./assert-thrift.ts";

const ENCODINGS = [
  "PLAIN",
  "PLAIN_DICTIONARY",
  "RLE_DICTIONARY",
  "RLE",
  "DELTA_BINARY_PACKED",
  "DELTA_LENGTH_BYTE_ARRAY",
];

/** A buffer that is used again: garbage of 50 MiB a page stays for long. */
export interface Target {
  buffer: Buffer;
}

/** The uncompressed bytes of a page, in `target` if there is one and it suits, and its header with their size. Throws ParquetFault. */
export function unpackPage(
  bytes: Buffer,
  header: PageHeader,
  codec: CompressionCodec,
  target: Target | undefined,
): { readonly bytes: Buffer; readonly header: PageHeader } {
  const v2 = header.data_page_header_v2;
  const levels = v2 === undefined ? 0 : v2.repetition_levels_byte_length + v2.definition_levels_byte_length;
  if (levels < 0 || levels > bytes.length || levels > header.uncompressed_page_size) throw malformed();
  const isPacked = v2 === undefined || v2.is_compressed !== false;
  const values = bytes.subarray(levels);
  const size = header.uncompressed_page_size - levels;
  const unpacked = isPacked ? decompress(values, size, codec, target) : Buffer.from(values); // a copy, as `bytes` is used again
  if (unpacked.length !== size) throw malformed();
  const whole = levels === 0 ? unpacked : Buffer.concat([bytes.subarray(0, levels), unpacked]);
  return {
    bytes: whole,
    header: {
      ...header,
      uncompressed_page_size: whole.length,
      compressed_page_size: whole.length,
      ...(v2 && { data_page_header_v2: { ...v2, is_compressed: false } }),
    },
  };
}

/** A stream that gives more than `size` bytes is refused before they are allocated. */
function decompress(
  bytes: Buffer,
  size: number,
  codec: CompressionCodec,
  target: Target = { buffer: Buffer.alloc(0) },
): Buffer {
  if (size === 0) return Buffer.alloc(0); // a page of nulls, of which some writers pack the nothing that is left
  const options = { maxOutputLength: size };
  switch (codec) {
    case "UNCOMPRESSED":
      return bytes;
    case "SNAPPY": {
      if (target.buffer.length < size) target.buffer = Buffer.alloc(size);
      const output = target.buffer.subarray(0, size);
      snappyUncompress(bytes, output);
      return output;
    }
    case "GZIP":
      return gunzipSync(bytes, options);
    case "ZSTD":
      return unzstd(bytes, size, (what) => new ParquetFault(what));
    case "BROTLI":
      return brotliDecompressSync(bytes, options);
    default:
      throw new ParquetFault(`is compressed by ${codec}: write it with snappy, zstd, gzip or brotli`);
  }
}

/**
 * Checks the run lengths of an unpacked data page before hyparquet 1.31.5 reads them: it writes as many values as a run
 * claims, also more than the page has. Returns how many lists it makes of the page at most: one for each value at each level of
 * lists and structs that begins anew there. Throws ParquetFault.
 *
 * Source: https://parquet.apache.org/docs/file-format/data-pages/encodings/
 */
export function checkRuns(bytes: Buffer, header: PageHeader, type: string, schemaPath: SchemaTree[]): number {
  const page = header.data_page_header ?? header.data_page_header_v2;
  if (page === undefined) throw malformed();
  if (!ENCODINGS.includes(page.encoding)) {
    throw new ParquetFault(
      `has values in the encoding ${page.encoding}, which is not read: write it with plain or dictionary encoding`,
    );
  }
  const { at, lists } = passLevels(bytes, header, page.num_values, schemaPath);
  const runs = { end: bytes.length, count: page.num_values };
  if (page.encoding === "RLE") {
    if (type !== "BOOLEAN") throw malformed();
    passRuns(bytes, { ...runs, at: header.data_page_header === undefined ? at : at + 4, width: 1 });
  } else if (page.encoding.endsWith("DICTIONARY") && at < bytes.length) {
    const width = bytes.readUInt8(at);
    if (width > 32) throw malformed();
    if (width > 0) passRuns(bytes, { ...runs, at: at + 1, width });
  }
  return lists;
}

/** Checks repetition and definition levels; returns where the values begin, and how many lists they need at most. */
function passLevels(
  bytes: Buffer,
  header: PageHeader,
  count: number,
  schemaPath: SchemaTree[],
): { readonly at: number; readonly lists: number } {
  const v2 = header.data_page_header_v2;
  const repetition = getMaxRepetitionLevel(schemaPath);
  const levels = [
    { level: repetition, size: v2?.repetition_levels_byte_length },
    { level: getMaxDefinitionLevel(schemaPath), size: v2?.definition_levels_byte_length },
  ];
  let at = 0;
  let continued = 0;
  for (const [index, { level, size }] of levels.entries()) {
    const start = level > 0 && size === undefined ? at + 4 : at;
    const end = start + (size ?? (level > 0 ? uint32(bytes, at) : 0));
    if (end > bytes.length) throw malformed();
    const width = 32 - Math.clz32(level);
    const sought = index === 0 ? repetition : undefined;
    if (level > 0) continued += passRuns(bytes, { at: start, end, width, count, sought });
    at = end;
  }
  // What is above the value, and of that what is below its innermost list.
  const above = schemaPath.slice(1).filter(({ children, element: { repetition_type } }) => {
    return repetition_type === "REPEATED" || (repetition_type === "OPTIONAL" && children.length > 0);
  });
  const innermost = above.findLastIndex(({ element }) => element.repetition_type === "REPEATED");
  const below = above.length - 1 - innermost;
  return { at, lists: continued * below + (count - continued) * above.length };
}

interface Runs {
  readonly at: number;
  readonly end: number;
  /** Bits of a value. */
  readonly width: number;
  readonly count: number;
  /** The value to count; it has one byte. */
  readonly sought?: number | undefined;
}

/** Values that writers add to fill the last group. */
const PADDING = 504;

/** Checks the lengths of runs; returns how many of their values are `sought`. */
function passRuns(bytes: Buffer, { at: start, end, width, count, sought }: Runs): number {
  let at = start;
  let found = 0;
  for (let seen = 0; seen < count && at < end; ) {
    const { value, next } = varintAt(bytes, at);
    const isPacked = value % 2 === 1;
    const run = Math.floor(value / 2) * (isPacked ? 8 : 1);
    if (run > count - seen + (isPacked ? PADDING : 0)) throw malformed();
    const used = Math.min(run, count - seen);
    if (isPacked) found += countPacked(bytes, next, { width, count: used, sought });
    else if (bytes[next] === sought) found += used;
    at = next + (isPacked ? (run / 8) * width : Math.ceil(width / 8));
    seen += run;
  }
  return found;
}

/** How many of `count` values of `width` bits, packed from the lowest bit of each byte on, are `sought`. */
function countPacked(
  bytes: Buffer,
  at: number,
  { width, count, sought }: Pick<Runs, "width" | "count" | "sought">,
): number {
  if (sought === undefined) return 0;
  let found = 0;
  for (let index = 0; index < count; index += 1) {
    const bit = index * width;
    const place = at + (bit >> 3);
    const pair = (bytes[place] ?? 0) | ((bytes[place + 1] ?? 0) << 8);
    if (((pair >> (bit & 7)) & ((1 << width) - 1)) === sought) found += 1;
  }
  return found;
}

/** A number of up to 35 bits, and the place behind it. */
function varintAt(bytes: Buffer, at: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let place = 0; place < 5; place += 1) {
    const byte = bytes[at + place] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * place);
    if (byte < 0x80) return { value, next: at + place + 1 };
  }
  throw malformed();
}

function uint32(bytes: Buffer, at: number): number {
  if (at + 4 > bytes.length) throw malformed();
  return bytes.readUInt32LE(at);
}

export function malformed(): ParquetFault {
  return new ParquetFault("is not a valid Parquet file");
}
