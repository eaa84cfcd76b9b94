import { type Effort, stretches } from "./stretches.ts";

/**
 * The fewest symbols to insert, remove or replace that turn `a` into `b` (Levenshtein distance).
 *
 * Exact if the part between the equal ends has at most `cells` pairs of symbols. Otherwise it is an upper
 * bound: the sum over the stretches between anchors (`stretches`), where a stretch that does not fit counts
 * as replaced completely. Symmetric in both cases. O(cells / 32 + (n + m) log(n + m)).
 */
export function editDistance(a: Int32Array, b: Int32Array, effort: Effort): number {
  const [one, other] = isBefore(a, b) ? [a, b] : [b, a];
  const edits = stretches(one, other, effort).reduce((sum, { aFrom, aTo, bFrom, bTo, fits }) => {
    const [n, m] = [aTo - aFrom, bTo - bFrom];
    if (n === 0 || m === 0 || !fits) return sum + Math.max(n, m);
    return sum + inBlocks(one.subarray(aFrom, aTo), other.subarray(bFrom, bTo));
  }, 0);
  return Math.min(edits, Math.max(a.length, b.length));
}

function isBefore(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return a.length < b.length;
  const place = a.findIndex((symbol, index) => symbol !== b[index]);
  return (a[place] ?? 0) < (b[place] ?? 0);
}

const BITS = 32;

/**
 * 32 rows of the table at a time, as the bits of a word. Source: Myers, "A fast bit-vector algorithm for
 * approximate string matching" (JACM 1999), in Hyyrö's form for whole strings (2003).
 */
function inBlocks(rows: Int32Array, columns: Int32Array): number {
  const numbers = new Map<number, number>();
  for (const symbol of rows) if (!numbers.has(symbol)) numbers.set(symbol, numbers.size);
  const row = rows.map((symbol) => numbers.get(symbol) ?? 0);
  const column = columns.map((symbol) => numbers.get(symbol) ?? numbers.size);
  const equal = new Int32Array(numbers.size + 1);
  /** The growth of the last finished row from each column to the next: −1, 0 or 1. */
  const growth = new Int8Array(column.length).fill(1);
  for (let from = 0; from < row.length; from += BITS) {
    const block = row.subarray(from, from + BITS);
    for (const [bit, symbol] of block.entries()) equal[symbol] = (equal[symbol] ?? 0) | (1 << bit);
    advance(column, equal, growth, block.length - 1);
    for (const symbol of block) equal[symbol] = 0;
  }
  return growth.reduce((sum, step) => sum + step, row.length);
}

/** Carries `growth` through one block, whose last row is bit `last`. */
function advance(column: Int32Array, equal: Int32Array, growth: Int8Array, last: number): void {
  let [up, down] = [-1, 0]; // where the table grows and shrinks from row to row, in the column before
  for (let place = 0; place < column.length; place += 1) {
    const step = growth[place] ?? 0;
    const same = equal[column[place] ?? 0] ?? 0;
    const vertical = same | down;
    const seeded = step < 0 ? same | 1 : same;
    const horizontal = (((seeded & up) + up) ^ up) | seeded;
    const rises = down | ~(horizontal | up);
    const falls = up & horizontal;
    growth[place] = ((rises >>> last) & 1) - ((falls >>> last) & 1);
    const shiftedRises = (rises << 1) | (step > 0 ? 1 : 0);
    const shiftedFalls = (falls << 1) | (step < 0 ? 1 : 0);
    up = shiftedFalls | ~(vertical | shiftedRises);
    down = shiftedRises & vertical;
  }
}
