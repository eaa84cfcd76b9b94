/** Sorted by a number, the lowest first; rows without one come last, in their order. */
export function lowestFirst<Row>(
  rows: readonly Row[],
  numberOf: (row: Row) => number | null | undefined,
): Row[] {
  const place = (row: Row) => numberOf(row) ?? Number.POSITIVE_INFINITY;
  return rows.toSorted((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}
