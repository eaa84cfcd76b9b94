/**
 * Offsets of one text, in Unicode code points as answers count them and in UTF-16 units as browsers do. Both begin at
 * 0 and are exact; an offset within a surrogate pair is taken for that of the pair.
 */
export interface Offsets {
  readonly toCodePoint: (unit: number) => number;
  readonly toUnit: (codePoint: number) => number;
}

/** Reads the text once; each conversion is then O(log n) in the number of its characters beyond U+FFFF. */
export function offsetsOf(text: string): Offsets {
  const pairs: number[] = []; // where each surrogate pair begins, in UTF-16 units
  for (let at = 0; at < text.length; at += 1) {
    if ((text.codePointAt(at) ?? 0) <= 0xffff) continue;
    pairs.push(at);
    at += 1;
  }
  return {
    toCodePoint: (unit) => unit - countBelow(pairs.length, (index) => (pairs[index] ?? 0) < unit),
    toUnit: (codePoint) =>
      codePoint + countBelow(pairs.length, (index) => (pairs[index] ?? 0) - index < codePoint),
  };
}

/** How many of the first `length` indices are below, all of which come before those that are not. */
function countBelow(length: number, isBelow: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
