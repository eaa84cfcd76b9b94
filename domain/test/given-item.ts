import type { ItemFacts } from "../src/types/annotation-type.ts";

/** An item of which nothing is known but what is given. */
export function givenItem(facts: Partial<ItemFacts>): ItemFacts {
  return { width: null, height: null, text: null, duration: null, responses: null, ...facts };
}
