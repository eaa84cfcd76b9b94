/**
 * How many Unicode code points `text` has: an emoji is one, and so is half of a broken surrogate pair.
 * It is what Python's `len` gives. Linear, and makes no copy.
 */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
