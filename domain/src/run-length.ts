/**
 * The pixels of a mask as runs: from, to (exclusive), from, to … in ascending order, none empty and none
 * adjacent to the next. Pixels are numbered down the columns from the top left, like COCO's: pixel y + height
 * · x.
 */
export type Runs = Float64Array;

/** A mask in COCO's form: `[height, width]`, and the lengths of background and foreground in turn. */
export interface Rle {
  readonly size: readonly [number, number];
  readonly counts: string;
}

/**
 * Digits of 5 bits, lowest first; the sixth bit says that another follows. Eight digits hold any length in a
 * mask.
 */
const MAX_DIGITS = 8;
const OFFSET = 48;

/**
 * The runs of a mask. Throws a RangeError if `counts` is not what `encodeRle` writes or does not cover
 * exactly height · width pixels. Memory and time are proportional to the string, whatever size it claims.
 *
 * Source: `rleFrString` of cocoapi's maskApi.c; a length is written as the difference from the one two before
 * it.
 */
export function decodeRle({ size: [height, width], counts }: Rle): Runs {
  const pixels = height * width;
  const lengths: number[] = [];
  const ends: number[] = [];
  let end = 0;
  for (let at = 0; at < counts.length; ) {
    const { value, next } = readNumber(counts, at);
    const before = lengths.length > 2 ? (lengths.at(-2) ?? 0) : 0;
    const length = value + before;
    if (length < 0 || end + length > pixels) throw new RangeError("its runs do not fit into the mask");
    lengths.push(length);
    end += length;
    ends.push(end);
    at = next;
  }
  if (end !== pixels) throw new RangeError(`its runs cover ${end} of ${pixels} pixels`);
  return joined(ends);
}

/** The same mask as COCO's compressed string; the same stretches always give the same string. */
export function encodeRle(runs: Runs, [height, width]: Rle["size"]): Rle {
  const lengths: number[] = [];
  let before = 0;
  for (const bound of runs) {
    lengths.push(bound - before);
    before = bound;
  }
  if (before < height * width || lengths.length === 0) lengths.push(height * width - before);
  const counts = lengths.map((length, index) =>
    written(length - (index > 2 ? (lengths[index - 2] ?? 0) : 0)),
  );
  return { size: [height, width], counts: counts.join("") };
}

/** Adds a run that begins where the last of `bounds` ends or after it: joined with it if adjacent, none if empty. */
export function addRun(bounds: number[], from: number, to: number): void {
  if (from === to) return;
  if (bounds.at(-1) === from) bounds.pop();
  else bounds.push(from);
  bounds.push(to);
}

/** The number of pixels in the runs. */
export function areaOf(runs: Runs): number {
  let area = 0;
  for (let at = 0; at < runs.length; at += 2) area += (runs[at + 1] ?? 0) - (runs[at] ?? 0);
  return area;
}

/** The pixels that at least `least` (1 or more) of the masks have. O(runs · log runs). */
export function coveredBy(masks: readonly Runs[], least: number): Runs {
  const from = Float64Array.from(masks.flatMap((runs) => [...runs.filter((_, at) => at % 2 === 0)])).sort();
  const to = Float64Array.from(masks.flatMap((runs) => [...runs.filter((_, at) => at % 2 === 1)])).sort();
  const bounds: number[] = [];
  let [depth, begun] = [0, 0];
  for (let ended = 0; ended < to.length; ) {
    const isStart = begun < from.length && (from[begun] ?? 0) < (to[ended] ?? 0);
    const at = (isStart ? from[begun] : to[ended]) ?? 0;
    if (isStart) begun += 1;
    else ended += 1;
    const was = depth;
    depth += isStart ? 1 : -1;
    if (was < least !== depth < least) bounds.push(at);
  }
  return withoutEmpty(bounds);
}

/** The box around the runs in pixels, as x, y, width, height; all 0 if there are none. */
export function boxOf(runs: Runs, height: number): readonly [number, number, number, number] {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, height, 0, 0];
  for (let at = 0; at < runs.length; at += 2) {
    const [from, last] = [runs[at] ?? 0, (runs[at + 1] ?? 0) - 1];
    const [first, second] = [Math.floor(from / height), Math.floor(last / height)];
    left = Math.min(left, first);
    right = Math.max(right, second + 1);
    top = first === second ? Math.min(top, from % height) : 0;
    bottom = first === second ? Math.max(bottom, (last % height) + 1) : height;
  }
  return runs.length === 0 ? [0, 0, 0, 0] : [left, top, right - left, bottom - top];
}

function readNumber(text: string, from: number): { readonly value: number; readonly next: number } {
  let value = 0;
  let unit = 1;
  for (let at = from; at < Math.min(text.length, from + MAX_DIGITS); at += 1) {
    const digit = text.charCodeAt(at) - OFFSET;
    if (!(digit >= 0 && digit < 64)) throw new RangeError("it has a character that stands for nothing");
    value += (digit % 32) * unit;
    unit *= 32;
    if (digit < 32) return { value: digit >= 16 ? value - unit : value, next: at + 1 };
  }
  throw new RangeError("it breaks off, or a number in it is too long");
}

function written(value: number): string {
  let text = "";
  for (let rest = value; ; ) {
    const digit = ((rest % 32) + 32) % 32;
    rest = (rest - digit) / 32;
    const isLast = (rest === 0 && digit < 16) || (rest === -1 && digit >= 16);
    text += String.fromCharCode(OFFSET + digit + (isLast ? 0 : 32));
    if (isLast) return text;
  }
}

/** Foreground between each first and second end; runs of length 0 join their neighbors. */
function joined(ends: readonly number[]): Runs {
  const bounds: number[] = [];
  for (let at = 1; at < ends.length; at += 2) addRun(bounds, ends[at - 1] ?? 0, ends[at] ?? 0);
  return new Float64Array(bounds);
}

function withoutEmpty(bounds: readonly number[]): Runs {
  const kept: number[] = [];
  for (let at = 0; at < bounds.length; at += 2) addRun(kept, bounds[at] ?? 0, bounds[at + 1] ?? 0);
  return new Float64Array(kept);
}
