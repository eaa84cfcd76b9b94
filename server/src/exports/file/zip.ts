import { Blocks } from "../../platform/blocks.ts";

/** A file of an archive. Size and checksum precede the bytes, so that streaming readers know them. */
export interface ZipEntry {
  /** Relative, with `/`. */
  readonly path: string;
  readonly size_bytes: number;
  /** As `node:zlib` counts it. */
  readonly crc32: number;
}

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
 * Writes files as one zip archive, in the order given, uncompressed: deflate gives different bytes on different
 * machines, and images would not shrink. Past 4 GiB or 65,534 files it is a zip64. Memory grows by about 150
 * bytes per file.
 *
 * Source: PKWARE APPNOTE.TXT 6.3.10, sections 4.3.7 to 4.3.16 and 4.5.3.
 */
export class ZipWriter {
  readonly #archive = new Blocks();
  readonly #directory = new Blocks();
  #count = 0;
  /** Of files whose bytes did not pass through here. */
  #elsewhere = 0;

  /** Adds a file that is in memory. */
  add(entry: ZipEntry, bytes: Uint8Array): void {
    this.#begin(entry);
    this.#archive.bytes(bytes);
  }

  /** Begins a file, whose bytes the caller writes after the returned ones. */
  begin(entry: ZipEntry): readonly Uint8Array[] {
    this.#begin(entry);
    this.#elsewhere += entry.size_bytes;
    return this.#archive.take();
  }

  /** The full blocks since the last time. */
  takeFull(): readonly Uint8Array[] {
    return this.#archive.takeFull();
  }

  /** The last bytes. */
  end(): readonly Uint8Array[] {
    const offset = this.#offset();
    const { size } = this.#directory;
    for (const part of this.#directory.take()) this.#archive.bytes(part);
    addEnd(this.#archive, this.#count, size, offset);
    return this.#archive.take();
  }

  #begin(entry: ZipEntry): void {
    const path = Buffer.from(entry.path);
    addToDirectory(this.#directory, path, entry, this.#offset());
    addHeader(this.#archive, path, entry);
    this.#count += 1;
  }

  #offset(): number {
    return this.#archive.size + this.#elsewhere;
  }
}

function addHeader(to: Blocks, path: Buffer, entry: ZipEntry): void {
  const { size_bytes } = entry;
  const isLarge = size_bytes >= MAX_32;
  to.uint32(0x0403_4b50);
  addCommon(to, path, entry, isLarge);
  to.uint16(isLarge ? 20 : 0); // zip64
  to.bytes(path);
  if (isLarge) addZip64(to, [size_bytes, size_bytes]);
}

function addToDirectory(to: Blocks, path: Buffer, entry: ZipEntry, offset: number): void {
  const { size_bytes } = entry;
  const isLarge = size_bytes >= MAX_32 || offset >= MAX_32;
  to.uint32(0x0201_4b50);
  to.uint16(UNIX | versionFor(isLarge));
  addCommon(to, path, entry, isLarge);
  to.uint16(isLarge ? 28 : 0); // zip64
  to.uint16(0); // comment
  to.uint16(0); // disk
  to.uint16(0); // internal attributes
  to.uint32(REGULAR_FILE);
  to.uint32(isLarge ? MAX_32 : offset);
  to.bytes(path);
  if (isLarge) addZip64(to, [size_bytes, size_bytes, offset]);
}

/** The common part of both headers of an entry, up to the length of its name. */
function addCommon(to: Blocks, path: Buffer, { crc32, size_bytes }: ZipEntry, isLarge: boolean): void {
  const size = isLarge ? MAX_32 : size_bytes;
  to.uint16(versionFor(isLarge));
  to.uint16(UTF8_NAMES);
  to.uint16(0); // stored
  to.uint16(TIME);
  to.uint16(DATE);
  to.uint32(crc32);
  to.uint32(size);
  to.uint32(size);
  to.uint16(path.length);
}

/** The format version that a reader needs: 4.5 for zip64, otherwise 2.0. */
function versionFor(isLarge: boolean): number {
  return isLarge ? 45 : 20;
}

function addZip64(to: Blocks, values: readonly number[]): void {
  to.uint16(1);
  to.uint16(8 * values.length);
  for (const value of values) to.uint64(value);
}

function addEnd(to: Blocks, count: number, size: number, offset: number): void {
  if (count >= MAX_16 || size >= MAX_32 || offset >= MAX_32) addZip64End(to, count, size, offset);
  to.uint32(0x0605_4b50);
  to.uint16(0);
  to.uint16(0);
  to.uint16(Math.min(count, MAX_16));
  to.uint16(Math.min(count, MAX_16));
  to.uint32(Math.min(size, MAX_32));
  to.uint32(Math.min(offset, MAX_32));
  to.uint16(0);
}

/** The zip64 end of the directory, and its locator. */
function addZip64End(to: Blocks, count: number, size: number, offset: number): void {
  to.uint32(0x0606_4b50);
  to.uint64(44); // bytes of this record after this field
  to.uint16(UNIX | versionFor(true));
  to.uint16(versionFor(true));
  to.uint32(0);
  to.uint32(0);
  for (const value of [count, count, size, offset]) to.uint64(value);
  to.uint32(0x0706_4b50);
  to.uint32(0);
  to.uint64(offset + size);
  to.uint32(1);
}
