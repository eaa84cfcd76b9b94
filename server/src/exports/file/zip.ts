/** A file of an archive. Size and checksum precede the bytes, so that streaming readers know them. */
export interface ZipEntry {
  /** Relative, with `/`. */
  readonly path: string;
  readonly size_bytes: number;
  /** As `node:zlib` counts it. */
  readonly crc32: number;
  readonly open: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

type Field = readonly [bytes: 2 | 4 | 8, value: number];

const MAX_16 = 0xffff;
const MAX_32 = 0xffff_ffff;
const UTF8_NAMES = 0x0800;
/**
 * 1 January 1980, 00:00, the format's earliest time: archives of the same files are the same bytes
 * everywhere.
 */
const TIME = 0;
const DATE = (1 << 5) | 1;
const UNIX = 3 << 8;
const REGULAR_FILE = 0o100644 * 0x1_0000;

/**
 * Files as one zip archive, in the order given, uncompressed: deflate gives different bytes on different
 * machines, and images would not shrink. Past 4 GiB or 65,534 files it is a zip64. Memory grows by about 100
 * bytes per file.
 *
 * Source: PKWARE APPNOTE.TXT 6.3.10, sections 4.3.7 to 4.3.16 and 4.5.3.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const header = localHeader(entry);
    yield header;
    yield* entry.open();
    directory.push(directoryHeader(entry, offset));
    offset += header.length + entry.size_bytes;
  }
  yield* directory;
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  yield endOfDirectory(directory.length, size, offset);
}

function localHeader(entry: ZipEntry): Buffer {
  const isLarge = entry.size_bytes >= MAX_32;
  const extra = isLarge ? zip64Extra([entry.size_bytes, entry.size_bytes]) : Buffer.alloc(0);
  const size = isLarge ? MAX_32 : entry.size_bytes;
  return joined([[4, 0x0403_4b50], ...common(entry, size, isLarge), [2, extra.length]], entry.path, extra);
}

function directoryHeader(entry: ZipEntry, offset: number): Buffer {
  const { size_bytes, path } = entry;
  const isLarge = size_bytes >= MAX_32 || offset >= MAX_32;
  const extra = isLarge ? zip64Extra([size_bytes, size_bytes, offset]) : Buffer.alloc(0);
  const size = isLarge ? MAX_32 : size_bytes;
  const fields: Field[] = [
    [4, 0x0201_4b50],
    [2, UNIX | versionFor(isLarge)],
    ...common(entry, size, isLarge),
    [2, extra.length],
    [2, 0], // comment
    [2, 0], // disk
    [2, 0], // internal attributes
    [4, REGULAR_FILE],
    [4, isLarge ? MAX_32 : offset],
  ];
  return joined(fields, path, extra);
}

/** The common part of both headers of an entry, up to the length of its name. */
function common({ path, crc32 }: ZipEntry, size: number, isLarge: boolean): Field[] {
  return [
    [2, versionFor(isLarge)],
    [2, UTF8_NAMES],
    [2, 0], // stored
    [2, TIME],
    [2, DATE],
    [4, crc32],
    [4, size],
    [4, size],
    [2, Buffer.byteLength(path)],
  ];
}

/** The format version that a reader needs: 4.5 for zip64, otherwise 2.0. */
function versionFor(isLarge: boolean): number {
  return isLarge ? 45 : 20;
}

function zip64Extra(values: readonly number[]): Buffer {
  return packed([[2, 1], [2, 8 * values.length], ...values.map((value): Field => [8, value])]);
}

function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const isLarge = count >= MAX_16 || size >= MAX_32 || offset >= MAX_32;
  const plain = packed([
    [4, 0x0605_4b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, MAX_16)],
    [2, Math.min(count, MAX_16)],
    [4, Math.min(size, MAX_32)],
    [4, Math.min(offset, MAX_32)],
    [2, 0],
  ]);
  return isLarge ? Buffer.concat([zip64End(count, size, offset), plain]) : plain;
}

/** The zip64 end of the directory, and its locator. */
function zip64End(count: number, size: number, offset: number): Buffer {
  return packed([
    [4, 0x0606_4b50],
    [8, 44], // bytes of this record after this field
    [2, UNIX | versionFor(true)],
    [2, versionFor(true)],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, offset],
    [4, 0x0706_4b50],
    [4, 0],
    [8, offset + size],
    [4, 1],
  ]);
}

function joined(fields: readonly Field[], path: string, extra: Buffer): Buffer {
  return Buffer.concat([packed(fields), Buffer.from(path), extra]);
}

/** Concatenates little-endian numbers. */
function packed(fields: readonly Field[]): Buffer {
  let size = 0;
  for (const [bytes] of fields) size += bytes;
  const buffer = Buffer.allocUnsafe(size);
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) buffer.writeUInt16LE(value, at);
    else if (bytes === 4) buffer.writeUInt32LE(value, at);
    else buffer.writeBigUInt64LE(BigInt(value), at);
    at += bytes;
  }
  return buffer;
}
