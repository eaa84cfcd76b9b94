/**
 * The MASI distance of two sets, 0 (equal) to 1 (nothing shared): 1 minus their Jaccard index, weighted by
 * two thirds if one set contains the other and by one third if each has elements of its own. Two empty sets
 * are equal.
 *
 * Source: Passonneau, "Measuring Agreement on Set-valued Items (MASI) for Semantic and Pragmatic Annotation"
 * (2006).
 */
export function masi(a: readonly string[], b: readonly string[]): number {
  const [one, other] = [new Set(a), new Set(b)];
  const shared = [...one].filter((label) => other.has(label)).length;
  const all = one.size + other.size - shared;
  if (shared === all) return 0;
  const isNested = shared === one.size || shared === other.size;
  return 1 - (shared / all) * (isNested ? 2 / 3 : 1 / 3);
}
