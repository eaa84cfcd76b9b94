/**
 * Converts offsets of a text between code points, as in answers, and UTF-16 units, as in browsers. Both start at 0.
 * An offset inside a surrogate pair maps to the start of the pair.
 */
export interface Offsets {
  readonly toCodePoint: (unit: number) => number;
  readonly toUnit: (codePoint: number) => number;
}

/** Reads the text once; each conversion takes O(log n) for n characters above U+FFFF. */
export function offsetsOf(text: string): Offsets {
  const pairs: number[] = []; // the start of each surrogate pair, in UTF-16 units
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

/** The number of indices for which `isBelow` is true; these must come first. */
function countBelow(length: number, isBelow: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
