import { malformed } from "./assert-message.ts";

const MAGIC = 0x184d2204;
/** Bits of the descriptor's first byte: checksums of blocks, the content's size, its checksum, a dictionary's id. */
const [BLOCK_SUMS, SIZE, DICTIONARY] = [0x10, 0x08, 0x01];
/** Of a block's size: its bytes are as they were. */
const STORED = 0x8000_0000;
/** A match has at least so many bytes. */
const MIN_MATCH = 4;

/**
 * The `size` bytes that an LZ4 frame holds. Checksums are not compared. Throws ArrowFault if the frame holds another number of
 * bytes or cannot be read.
 *
 * Source: LZ4 Frame Format Description 1.6.4, LZ4 Block Format Description.
 */
export function decodeLz4(frame: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const output = { bytes: new Uint8Array(size), at: 0 };
  try {
    let at = startOfBlocks(view);
    const isSummed = (view.getUint8(4) & BLOCK_SUMS) !== 0;
    for (let length = view.getUint32(at, true); length !== 0; length = view.getUint32(at, true)) {
      const end = at + 4 + (length % STORED);
      if (end > frame.length) throw malformed();
      const block = frame.subarray(at + 4, end);
      if (length >= STORED) append(output, block);
      else decodeBlock(block, output);
      at = end + (isSummed ? 4 : 0);
    }
  } catch (fault) {
    if (!(fault instanceof RangeError)) throw fault;
    throw malformed(); // a number or bytes beyond the end
  }
  if (output.at !== size) throw malformed();
  return output.bytes;
}

function startOfBlocks(view: DataView): number {
  const flags = view.getUint8(4);
  if (view.getUint32(0, true) !== MAGIC || flags >> 6 !== 1 || (flags & DICTIONARY) !== 0) throw malformed();
  return 7 + ((flags & SIZE) === 0 ? 0 : 8);
}

interface Output {
  readonly bytes: Uint8Array;
  /** How many of them are there. */
  at: number;
}

/** Throws a RangeError if they do not fit. */
function append(output: Output, bytes: Uint8Array): void {
  output.bytes.set(bytes, output.at);
  output.at += bytes.length;
}

/** A block is sequences of literals and a match in what was decoded before; the last one has literals only. */
function decodeBlock(block: Uint8Array, output: Output): void {
  let at = 0;
  const next = (): number => {
    const byte = block[at];
    if (byte === undefined) throw malformed();
    at += 1;
    return byte;
  };
  /** A length of 15 goes on in bytes, as long as they are 255. */
  const lengthFrom = (start: number): number => {
    let length = start;
    for (let byte = start === 15 ? 255 : 0; byte === 255; length += byte) byte = next();
    return length;
  };
  while (at < block.length) {
    const token = next();
    const literals = lengthFrom(token >> 4);
    if (literals > block.length - at) throw malformed();
    append(output, block.subarray(at, at + literals));
    at += literals;
    if (at === block.length) return;
    const distance = next() + next() * 256;
    repeat(output, distance, lengthFrom(token & 15) + MIN_MATCH);
  }
}

/** Appends `length` bytes from `distance` before the end; a match may overlap what it makes. */
function repeat(output: Output, distance: number, length: number): void {
  const { bytes, at } = output;
  if (distance === 0 || distance > at || length > bytes.length - at) throw malformed();
  for (let done = 0; done < length; ) {
    const some = Math.min(length - done, distance + done);
    bytes.copyWithin(at + done, at - distance, at - distance + some);
    done += some;
  }
  output.at += length;
}
