/** What rows are sorted by; null and undefined where a row has nothing to compare. */
export type ValueIn<Row> = (row: Row) => string | number | null | undefined;

/** Sorted by a value, the lowest or the first in the alphabet first unless `isDown`; rows without a value come last, in their order. */
export function sortRows<Row>(rows: readonly Row[], valueIn: ValueIn<Row>, isDown = false): Row[] {
  const known = rows.flatMap((row) => {
    const value = valueIn(row);
    return value === null || value === undefined ? [] : [{ row, value }];
  });
  const found = new Set(known.map(({ row }) => row));
  known.sort((a, b) => (isDown ? compare(b.value, a.value) : compare(a.value, b.value)));
  return [...known.map(({ row }) => row), ...rows.filter((row) => !found.has(row))];
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true });
}
