/**
 * For each span the lowest level on which it meets no other that begins before it, 0 for most: where its underline
 * goes, so that each of several over the same text is seen.
 */
export function levels(
  spans: readonly { readonly start: number; readonly end: number }[],
): readonly number[] {
  const found = new Array<number>(spans.length).fill(0);
  const ends: number[] = []; // of the last span on each level
  const ordered = [...spans.entries()].sort(([, a], [, b]) => a.start - b.start || b.end - a.end);
  for (const [index, { start, end }] of ordered) {
    const free = ends.findIndex((last) => last <= start);
    const level = free < 0 ? ends.length : free;
    ends[level] = end;
    found[index] = level;
  }
  return found;
}
