/** The most frequent value and its count; null if two share the top count or there is no value. */
export function plurality<V>(values: Iterable<V>): { readonly value: V; readonly count: number } | null {
  const [first, second] = [...tally(values)].sort(([, a], [, b]) => b - a);
  if (first === undefined || first[1] === second?.[1]) return null;
  const [value, count] = first;
  return { value, count };
}

/** How often each value occurs. */
export function tally<V>(values: Iterable<V>): Map<V, number> {
  const counts = new Map<V, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The middle value, or the mean of the two in the middle; NaN if there are none. */
export function median(values: readonly number[]): number {
  const ordered = values.toSorted((a, b) => a - b);
  const [low, high] = [
    ordered[Math.floor((ordered.length - 1) / 2)],
    ordered[Math.floor(ordered.length / 2)],
  ];
  return low === undefined || high === undefined ? Number.NaN : low + (high - low) / 2;
}

/** The middle value, or the lower of the two in the middle; undefined if there are none. */
export function lowerMedian(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}

/** F1 (Dice): twice the shared elements, divided by the elements of both answers; 1 if both are empty. */
export function f1(shared: number, inOne: number, inOther: number): number {
  return inOne + inOther === 0 ? 1 : (2 * shared) / (inOne + inOther);
}

/** The default F1 at which an answer of several objects is acceptable, see `AnnotationType.acceptable`. */
export const ACCEPTABLE_F1 = 0.9;
