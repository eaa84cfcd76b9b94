/**
 * The lowest free level for the underline of each span, 0 for most, so that underlines of overlapping spans do not
 * cover each other.
 */
export function levels(
  spans: readonly { readonly start: number; readonly end: number }[],
): readonly number[] {
  const found = new Array<number>(spans.length).fill(0);
  const ends: number[] = []; // the end of the last span on each level
  const ordered = [...spans.entries()].sort(([, a], [, b]) => a.start - b.start || b.end - a.end);
  for (const [index, { start, end }] of ordered) {
    const free = ends.findIndex((last) => last <= start);
    const level = free < 0 ? ends.length : free;
    ends[level] = end;
    found[index] = level;
  }
  return found;
}
