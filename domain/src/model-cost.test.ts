import { expect, test } from "vitest";
import { costOf } from "./model-cost.ts";

const PRICE = { per_1000_items: 2, per_million_input_tokens: 3, per_million_output_tokens: 15 };

test.each([
  ["what the model says it cost counts, whatever its price", PRICE, { cost: 0.5, input_tokens: 1_000 }, 0.5],
  ["an item without usage costs its share of a thousand", PRICE, null, 0.002],
  ["tokens are charged per million", PRICE, { input_tokens: 1_000, output_tokens: 200 }, 0.008],
  ["parts of a price that are absent cost nothing", {}, { input_tokens: 1_000 }, 0],
  ["without price and cost nothing is known", null, { input_tokens: 1_000 }, undefined],
] as const)("%s", (_, price, spent, cost) => {
  const found = costOf(price, spent);

  if (cost === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(cost, 12);
});
