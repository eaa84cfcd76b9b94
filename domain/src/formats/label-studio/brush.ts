import { decodeRle, type Rle, type Runs } from "../../run-length.ts";

/** The channels of a pixel; a mask sets all four to 0 or 255. */
const CHANNELS = 4;
const BYTE = 8;
/** The widths in bits of a run's length; a run names its width by the place in this list. */
const WIDTHS = [3, 4, 8, 16] as const;

/**
 * A mask as the bytes of Label Studio's brush: the pixels row by row, four channels each, as runs of equal
 * bytes in the bits of `@thi.ng/rle-pack`. Memory is proportional to the mask's outline.
 *
 * Source: `encode_rle` of label-studio-sdk's converter/brush.py.
 */
export function brushOf(rle: Rle): number[] {
  const [height, width] = rle.size;
  const bits = new Bits();
  bits.push(height * width * CHANNELS, 32);
  bits.push(BYTE - 1, 5);
  for (const size of WIDTHS) bits.push(size - 1, 4);

  let at = 0;
  const pushRun = (end: number, value: number) => {
    pushBytes(bits, (end - at) * CHANNELS, value);
    at = end;
  };
  for (const [from, to] of rowRuns(decodeRle(rle), height, width)) {
    pushRun(from, 0);
    pushRun(to, 255);
  }
  pushRun(height * width, 0);
  return bits.bytes();
}

function pushBytes(bits: Bits, count: number, value: number): void {
  for (let left = count; left > 0; ) {
    const length = Math.min(left, 65_536);
    const place = WIDTHS.findIndex((width) => length <= 2 ** width);
    bits.push(1, 1); // a run, not a list of single bytes
    bits.push(place, 2);
    bits.push(length - 1, WIDTHS[place] ?? 16);
    bits.push(value, BYTE);
    left -= length;
  }
}

/** The runs of a mask as [from, to) of the pixels numbered row by row, joined where one row goes on in the next. */
function* rowRuns(runs: Runs, height: number, width: number): Generator<[number, number]> {
  let open: [number, number] | undefined;
  for (const [y, bounds] of rowBounds(runs, height).entries()) {
    for (let place = 0; place < bounds.length; place += 2) {
      const from = y * width + (bounds[place] ?? 0);
      const to = y * width + (bounds[place + 1] ?? 0);
      if (open?.[1] === from) open[1] = to;
      else {
        if (open) yield open;
        open = [from, to];
      }
    }
  }
  if (open) yield open;
}

/**
 * For each row, the columns where the mask begins and ends in turn.
 *
 * From one column to the next, a row changes if exactly one of both covers it: the ends of the stretches of
 * both columns, sorted, enclose the rows that change.
 */
function rowBounds(runs: Runs, height: number): number[][] {
  const rows: number[][] = Array.from({ length: height }, () => []);
  let column = -1;
  let open: readonly number[] = [];
  const change = (x: number, ends: readonly number[]) => {
    const changes = [...open, ...ends].sort((a, b) => a - b);
    for (let place = 0; place < changes.length; place += 2) {
      for (let y = changes[place] ?? 0; y < (changes[place + 1] ?? 0); y += 1) rows[y]?.push(x);
    }
    [column, open] = [x, ends];
  };
  for (const [x, ends] of columns(runs, height)) {
    if (x > column + 1) change(column + 1, []);
    change(x, ends);
  }
  change(column + 1, []);
  return rows;
}

/** The columns that the mask covers in part, with the ends of their stretches. */
function* columns(runs: Runs, height: number): Generator<[number, number[]]> {
  let column = -1;
  let ends: number[] = [];
  for (let at = 0; at < runs.length; at += 2) {
    for (let from = runs[at] ?? 0; from < (runs[at + 1] ?? 0); ) {
      const x = Math.floor(from / height);
      const to = Math.min(runs[at + 1] ?? 0, (x + 1) * height);
      if (x !== column) {
        if (ends.length > 0) yield [column, ends];
        [column, ends] = [x, []];
      }
      ends.push(from - x * height, to - x * height);
      from = to;
    }
  }
  if (ends.length > 0) yield [column, ends];
}

/** Numbers of some bits each, highest bit first. */
class Bits {
  readonly #bytes: number[] = [];
  #byte = 0;
  #free = 8;

  push(value: number, width: number): void {
    for (let left = width; left > 0; ) {
      const taken = Math.min(left, this.#free);
      const part = Math.floor(value / 2 ** (left - taken)) % 2 ** taken;
      this.#byte = this.#byte * 2 ** taken + part;
      this.#free -= taken;
      left -= taken;
      if (this.#free === 0) this.#flush();
    }
  }

  /** All bytes; the last one is filled with zeros, and there is one more if nothing is left to fill. */
  bytes(): number[] {
    this.#byte *= 2 ** this.#free;
    this.#flush();
    return this.#bytes;
  }

  #flush(): void {
    this.#bytes.push(this.#byte);
    this.#byte = 0;
    this.#free = 8;
  }
}
