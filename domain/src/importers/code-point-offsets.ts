/**
 * The function that turns an offset in UTF-16 units of `text` into one in code points. An offset within a pair counts as after it; offsets
 * beyond the end stay beyond it.
 */
export function toCodePoints(text: string): (offset: number) => number {
  const pairs: number[] = []; // units at which the second half of a pair stands
  for (let unit = 0; unit < text.length; unit += 1) {
    const code = text.charCodeAt(unit);
    if (code >= 0xdc00 && code <= 0xdfff && unit > 0) pairs.push(unit);
  }
  return (offset) => offset - countBelow(pairs, offset);
}

function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
