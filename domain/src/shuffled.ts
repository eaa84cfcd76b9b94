import { seededRandom } from "./agreement.ts";

/**
 * A permutation that depends only on the number of `values` and the seed (Fisher and Yates, with an FNV-1a
 * hash), so that a list and the list of its ids get the same order.
 */
export function shuffled<V>(values: readonly V[], seed: string): V[] {
  let hash = 0x811c9dc5;
  for (let at = 0; at < seed.length; at += 1) hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193);
  const random = seededRandom(hash);
  const left = [...values];
  return values.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}
