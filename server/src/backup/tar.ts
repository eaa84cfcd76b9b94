import type { FileHandle } from "node:fs/promises";

/** A file of an archive. Its size precedes its bytes. */
export interface TarEntry {
  /** At most 100 characters of ASCII. */
  readonly path: string;
  readonly size_bytes: number;
  readonly open: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** The same, in an existing archive. */
export interface StoredEntry extends TarEntry {
  readonly open: () => AsyncGenerator<Buffer>;
}

const BLOCK_BYTES = 512;
const READ_BYTES = 256 * 1024;
/** A header field: its offset and its length in bytes. */
const NAME = [0, 100] as const;
const MODE = [100, 8] as const;
const SIZE = [124, 12] as const;
const TIME = [136, 12] as const;
const CHECKSUM = [148, 8] as const;
const TYPE = 156;
const MAGIC = 257;
/** Eleven octal digits; larger sizes are binary, with the highest bit of the field set. */
const MAX_OCTAL_SIZE = 0o77777777777;

/**
 * Files as one tar archive, in the order given: writing and reading it needs no memory of earlier files. No
 * size is too large.
 *
 * Source: POSIX.1-2017, pax, "ustar Interchange Format"; GNU tar manual, "Basic Tar Format", for large sizes.
 */
export async function* tar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Uint8Array> {
  for await (const { path, size_bytes, open } of entries) {
    yield headerOf(path, size_bytes);
    yield* open();
    yield Buffer.alloc(paddingOf(size_bytes));
  }
  yield Buffer.alloc(2 * BLOCK_BYTES);
}

/** The files of such an archive, each read when it is opened. Throws if it is no archive, or ends early. */
export async function* readTar(file: FileHandle): AsyncGenerator<StoredEntry, void> {
  let offset = 0;
  for (;;) {
    const block = await readBlock(file, offset);
    if (block.every((byte) => byte === 0)) return;
    const { path, size_bytes } = parseHeader(block);
    const start = offset + BLOCK_BYTES;
    yield { path, size_bytes, open: () => readBytes(file, start, size_bytes) };
    offset = start + size_bytes + paddingOf(size_bytes);
  }
}

function headerOf(path: string, size_bytes: number): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(path, ...NAME, "latin1");
  header.write("0000600", ...MODE);
  header.write("0000000", 108, 8); // owner
  header.write("0000000", 116, 8); // group
  if (size_bytes <= MAX_OCTAL_SIZE) header.write(octal(size_bytes, 11), ...SIZE);
  else {
    header[SIZE[0]] = 0x80;
    header.writeBigUInt64BE(BigInt(size_bytes), SIZE[0] + 4);
  }
  header.write(octal(0, 11), ...TIME);
  header.write("0", TYPE);
  header.write("ustar\u000000", MAGIC);
  header.write(`${octal(sumOf(header), 6)}\0 `, ...CHECKSUM);
  return header;
}

function parseHeader(header: Buffer): Pick<TarEntry, "path" | "size_bytes"> {
  if (Number.parseInt(textOf(header, CHECKSUM), 8) !== sumOf(header)) {
    throw new Error("it is no backup of Assay, or damaged");
  }
  const isBinary = header[SIZE[0]] === 0x80;
  const size_bytes = isBinary
    ? Number(header.readBigUInt64BE(SIZE[0] + 4))
    : Number.parseInt(textOf(header, SIZE), 8);
  return { path: textOf(header, NAME), size_bytes };
}

/** The sum of all bytes of a header, with those of the checksum counted as spaces. */
function sumOf(header: Buffer): number {
  const [start, length] = CHECKSUM;
  const own = header.subarray(start, start + length);
  return sum(header) - sum(own) + length * " ".charCodeAt(0);
}

function sum(bytes: Buffer): number {
  return bytes.reduce((total, byte) => total + byte, 0);
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}

function textOf(header: Buffer, [start, length]: readonly [number, number]): string {
  const field = header.toString("latin1", start, start + length);
  return field.split("\0", 1)[0] ?? "";
}

function paddingOf(size_bytes: number): number {
  return (BLOCK_BYTES - (size_bytes % BLOCK_BYTES)) % BLOCK_BYTES;
}

async function readBlock(file: FileHandle, offset: number): Promise<Buffer> {
  let block = Buffer.alloc(0);
  for await (const bytes of readBytes(file, offset, BLOCK_BYTES)) block = Buffer.concat([block, bytes]);
  return block;
}

async function* readBytes(file: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < length; ) {
    const wanted = Math.min(READ_BYTES, length - done);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, start + done);
    if (bytesRead === 0) throw new Error("it ends early: not all of it was copied");
    yield buffer.subarray(0, bytesRead);
    done += bytesRead;
  }
}
