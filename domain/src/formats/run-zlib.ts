const END_OF_BLOCK = 256;
const SHORTEST = 3;
const LONGEST = 258;
const ADLER_BASE = 65_521;
/** Up to so many bytes at once the sums of the checksum fit into 31 bits: integers, whose remainder is quicker than that of other numbers. */
const ADLER_STEP = 2_048;

/**
 * Writes a zlib stream in which only repetitions of the byte before are shortened, which suits filtered rows of
 * masks: at best 158 to 1. The same bytes give the same stream on any machine, which zlib does not promise,
 * and time and memory are proportional to the runs. Source: RFC 1950 and 1951, fixed Huffman codes.
 */
export class RunZlib {
  #bytes = new Uint8Array(4_096);
  #size = 0;
  /** Bits that are no whole byte yet, the lowest first. */
  #bits = 0;
  #bitCount = 0;
  // Adler-32
  #a = 1;
  #b = 0;
  /** The byte before the run. */
  #before = -1;
  #byte = -1;
  #count = 0;

  constructor() {
    this.#write(0x78, 8);
    this.#write(0x01, 8);
    this.#write(1, 1); // the last block
    this.#write(1, 2); // fixed codes
  }

  /** Adds `count` times `byte`. */
  put(byte: number, count: number): void {
    if (count === 0) return;
    if (byte !== this.#byte) this.#endRun();
    this.#byte = byte;
    this.#count += count;
  }

  /** The whole bytes since the last time. No repetition goes across. */
  take(): Uint8Array {
    this.#endRun();
    const taken = this.#bytes.slice(0, this.#size);
    this.#size = 0;
    return taken;
  }

  /** The last bytes. */
  end(): Uint8Array {
    this.#endRun();
    this.#writeCode(codeOf(END_OF_BLOCK));
    if (this.#bitCount > 0) this.#write(0, 8 - this.#bitCount);
    for (const half of [this.#b, this.#a]) {
      this.#write(half >>> 8, 8);
      this.#write(half & 255, 8);
    }
    return this.take();
  }

  #endRun(): void {
    const count = this.#count;
    if (count === 0) return;
    const byte = this.#byte;
    this.#sum(byte, count);
    const literal = LITERALS[byte];
    let rest = count;
    if (byte !== this.#before) {
      this.#writeCode(literal);
      rest -= 1;
    }
    for (; rest >= SHORTEST; rest -= Math.min(rest, LONGEST)) this.#writeCode(RUNS[Math.min(rest, LONGEST)]);
    for (; rest > 0; rest -= 1) this.#writeCode(literal);
    this.#before = byte;
    this.#count = 0;
  }

  #sum(byte: number, times: number): void {
    for (let rest = times; rest > 0; rest -= ADLER_STEP) {
      const n = Math.min(rest, ADLER_STEP);
      this.#b = (this.#b + n * this.#a + byte * ((n * (n + 1)) >> 1)) % ADLER_BASE;
      this.#a = (this.#a + n * byte) % ADLER_BASE;
    }
  }

  #writeCode(code: Code | undefined): void {
    if (code !== undefined) this.#write(code.value, code.length);
  }

  /** `value` has `count` bits, at most 24. */
  #write(value: number, count: number): void {
    if (this.#size + 4 > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    let bits = this.#bits | (value << this.#bitCount);
    let bitCount = this.#bitCount + count;
    for (; bitCount >= 8; bitCount -= 8) {
      this.#bytes[this.#size++] = bits;
      bits >>>= 8;
    }
    this.#bits = bits;
    this.#bitCount = bitCount;
  }
}

/** Bits, the lowest first, and how many. */
interface Code {
  readonly value: number;
  readonly length: number;
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
