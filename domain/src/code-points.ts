/**
 * How many Unicode code points `text` has: an emoji counts one, and so does an unpaired surrogate. The same
 * as Python's `len`. Linear, and makes no copy.
 */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
