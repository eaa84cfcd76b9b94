import type { ItemFacts } from "../src/types/annotation-type.ts";

/** An item with defaults for everything that is not given. */
export function givenItem(facts: Partial<ItemFacts>): ItemFacts {
  return { width: null, height: null, text: null, duration: null, responses: null, ...facts };
}
