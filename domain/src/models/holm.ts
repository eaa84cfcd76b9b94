/**
 * Holm's adjusted p-values, in the order given: those of at most α belong to hypotheses that are rejected with a chance of at
 * most α that any of them is true, however they depend on each other.
 *
 * Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).
 */
export function holmAdjusted(p: readonly number[]): number[] {
  const order = [...p.keys()].sort((a, b) => (p[a] ?? 0) - (p[b] ?? 0));
  const adjusted = new Array<number>(p.length).fill(1);
  let greatest = 0;
  for (const [rank, place] of order.entries()) {
    greatest = Math.max(greatest, Math.min(1, (p.length - rank) * (p[place] ?? 1)));
    adjusted[place] = greatest;
  }
  return adjusted;
}
