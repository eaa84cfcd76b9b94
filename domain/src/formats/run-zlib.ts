import { adler32 } from "./adler32.ts";

const END_OF_BLOCK = 256;
const LONGEST = 258;

/**
 * A zlib stream in which only repetitions of the byte before are shortened, which suits filtered rows of
 * masks: at best 158 to 1. The same parts give the same bytes on any machine, which zlib does not promise,
 * and nothing but the current part is kept. Source: RFC 1950 and 1951, fixed Huffman codes.
 */
export function* runZlib(parts: Iterable<Uint8Array>): Generator<Uint8Array> {
  const bits = bitWriter();
  bits.put(0x78, 8);
  bits.put(0x01, 8);
  bits.put(1, 1); // the last block
  bits.put(1, 2); // fixed codes
  let adler = 1;
  let before = -1;
  for (const part of parts) {
    before = putPart(bits, part, before);
    adler = adler32(part, adler);
    yield bits.take();
  }
  putCode(bits, END_OF_BLOCK);
  bits.align();
  for (const shift of [24, 16, 8, 0]) bits.put((adler >>> shift) & 255, 8);
  yield bits.take();
}

/** Returns the last byte of the part, or `before` if it has none. */
function putPart(bits: BitWriter, part: Uint8Array, before: number): number {
  let last = before;
  for (let at = 0; at < part.length; ) {
    const byte = part[at] ?? 0;
    let run = 0;
    if (byte === last) while (run < LONGEST && part[at + run] === byte) run += 1;
    if (run >= 3) putRun(bits, run);
    else putCode(bits, byte);
    last = byte;
    at += run >= 3 ? run : 1;
  }
  return last;
}

interface BitWriter {
  /** The lowest bit first. */
  readonly put: (value: number, count: number) => void;
  readonly align: () => void;
  /** The whole bytes since the last time. */
  readonly take: () => Uint8Array;
}

function bitWriter(): BitWriter {
  let bytes: number[] = [];
  let [held, count] = [0, 0];
  return {
    put: (value, more) => {
      held |= value << count;
      count += more;
      for (; count >= 8; count -= 8) {
        bytes.push(held & 255);
        held >>>= 8;
      }
    },
    align: () => {
      if (count > 0) bytes.push(held & 255);
      [held, count] = [0, 0];
    },
    take: () => {
      const taken = Uint8Array.from(bytes);
      bytes = [];
      return taken;
    },
  };
}

/** A repetition of the byte before, 3 to 258 times. */
function putRun(bits: BitWriter, length: number): void {
  const more = length - 3;
  if (length === LONGEST) putCode(bits, 285);
  else if (more < 8) putCode(bits, 257 + more);
  else {
    const extra = Math.floor(Math.log2(more)) - 2;
    putCode(bits, 257 + 4 * (extra + 1) + ((more >> extra) & 3));
    bits.put(more & ((1 << extra) - 1), extra);
  }
  bits.put(0, 5); // distance 1
}

function putCode(bits: BitWriter, symbol: number): void {
  if (symbol < 144) bits.put(reversed(0x30 + symbol, 8), 8);
  else if (symbol < 256) bits.put(reversed(0x190 + symbol - 144, 9), 9);
  else if (symbol < 280) bits.put(reversed(symbol - 256, 7), 7);
  else bits.put(reversed(0xc0 + symbol - 280, 8), 8);
}

/** Huffman codes begin with their highest bit. */
function reversed(code: number, length: number): number {
  let result = 0;
  for (let bit = 0; bit < length; bit += 1) result |= ((code >> bit) & 1) << (length - 1 - bit);
  return result;
}
