const END_OF_BLOCK = 256;
const SHORTEST = 3;
const LONGEST = 258;
const ADLER_BASE = 65_521;
/** Up to so many bytes at once the sums of the checksum are exact numbers. */
const ADLER_STEP = 1_048_576;

/** Writes a zlib stream. */
export interface RunZlib {
  /** Adds `count` times `byte`. */
  readonly put: (byte: number, count: number) => void;
  /** The whole bytes since the last time. No repetition goes across. */
  readonly take: () => Uint8Array;
  /** The last bytes. */
  readonly end: () => Uint8Array;
}

/**
 * A zlib stream in which only repetitions of the byte before are shortened, which suits filtered rows of
 * masks: at best 158 to 1. The same bytes give the same stream on any machine, which zlib does not promise,
 * and time and memory are proportional to the runs. Source: RFC 1950 and 1951, fixed Huffman codes.
 */
export function runZlib(): RunZlib {
  const bits = bitWriter();
  bits.put(0x78, 8);
  bits.put(0x01, 8);
  bits.put(1, 1); // the last block
  bits.put(1, 2); // fixed codes
  let [a, b] = [1, 0]; // Adler-32
  let before = -1;
  let [held, count] = [-1, 0];

  function sum(byte: number, times: number): void {
    for (let rest = times; rest > 0; rest -= ADLER_STEP) {
      const n = Math.min(rest, ADLER_STEP);
      b = (b + n * a + (byte * n * (n + 1)) / 2) % ADLER_BASE;
      a = (a + n * byte) % ADLER_BASE;
    }
  }

  function flush(): void {
    if (count === 0) return;
    sum(held, count);
    if (held !== before) putCode(bits, LITERALS[held]);
    let rest = held === before ? count : count - 1;
    for (; rest >= SHORTEST; rest -= Math.min(rest, LONGEST)) putCode(bits, RUNS[Math.min(rest, LONGEST)]);
    for (; rest > 0; rest -= 1) putCode(bits, LITERALS[held]);
    before = held;
    count = 0;
  }

  return {
    put(byte, times) {
      if (times === 0) return;
      if (byte !== held) flush();
      held = byte;
      count += times;
    },
    take() {
      flush();
      return bits.take();
    },
    end() {
      flush();
      putCode(bits, codeOf(END_OF_BLOCK));
      bits.align();
      for (const half of [b, a]) {
        bits.put(half >>> 8, 8);
        bits.put(half & 255, 8);
      }
      return bits.take();
    },
  };
}

interface BitWriter {
  /** The lowest bit first, at most 24. */
  readonly put: (value: number, count: number) => void;
  readonly align: () => void;
  /** The whole bytes since the last time. */
  readonly take: () => Uint8Array;
}

function bitWriter(): BitWriter {
  let bytes = new Uint8Array(1_024);
  let size = 0;
  let [held, count] = [0, 0];
  function push(byte: number): void {
    if (size === bytes.length) {
      const larger = new Uint8Array(2 * size);
      larger.set(bytes);
      bytes = larger;
    }
    bytes[size] = byte;
    size += 1;
  }
  return {
    put: (value, more) => {
      held |= value << count;
      count += more;
      for (; count >= 8; count -= 8) {
        push(held & 255);
        held >>>= 8;
      }
    },
    align: () => {
      if (count > 0) push(held & 255);
      [held, count] = [0, 0];
    },
    take: () => {
      const taken = bytes.slice(0, size);
      size = 0;
      return taken;
    },
  };
}

/** Bits, the lowest first, and how many. */
interface Code {
  readonly value: number;
  readonly length: number;
}

function putCode(bits: BitWriter, code: Code | undefined): void {
  if (code !== undefined) bits.put(code.value, code.length);
}

const LITERALS: readonly Code[] = Array.from({ length: END_OF_BLOCK }, (_, byte) => codeOf(byte));

/** The repetitions of the byte before, by how often it comes again, from 3. */
const RUNS: readonly Code[] = Array.from({ length: LONGEST + 1 }, (_, length) => runOf(length));

function runOf(length: number): Code {
  const more = length - SHORTEST;
  const extra = more < 8 || length === LONGEST ? 0 : Math.floor(Math.log2(more)) - 2;
  const symbol =
    length === LONGEST ? 285 : more < 8 ? 257 + more : 257 + 4 * (extra + 1) + ((more >> extra) & 3);
  const code = codeOf(symbol);
  const rest = more & ((1 << extra) - 1);
  return { value: code.value | (rest << code.length), length: code.length + extra + 5 }; // distance 1 is five zeros
}

function codeOf(symbol: number): Code {
  if (symbol < 144) return reversed(0x30 + symbol, 8);
  if (symbol < 256) return reversed(0x190 + symbol - 144, 9);
  if (symbol < 280) return reversed(symbol - 256, 7);
  return reversed(0xc0 + symbol - 280, 8);
}

/** Huffman codes begin with their highest bit. */
function reversed(code: number, length: number): Code {
  let value = 0;
  for (let bit = 0; bit < length; bit += 1) value |= ((code >> bit) & 1) << (length - 1 - bit);
  return { value, length };
}
