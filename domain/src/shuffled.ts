import { seededRandom } from "./agreement.ts";
import { fnv1a } from "./fnv.ts";

/**
 * A permutation that depends only on the number of `values` and the seed (Fisher and Yates, with an FNV-1a
 * hash), so that a list and the list of its ids get the same order.
 */
export function shuffled<V>(values: readonly V[], seed: string): V[] {
  const random = seededRandom(fnv1a(seed));
  const left = [...values];
  return values.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}
