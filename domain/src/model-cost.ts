/** What a model charges, in the currency of the project's prices; parts that are absent cost nothing. */
export interface ModelPrice {
  readonly per_1000_items?: number;
  readonly per_million_input_tokens?: number;
  readonly per_million_output_tokens?: number;
}

interface Spent {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly cost?: number;
}

/**
 * The cost of one item: what the model says that it cost, else its share of a thousand items and its tokens at the model's price.
 * Undefined if neither tells.
 */
export function costOf(price: ModelPrice | null, spent: Spent | null): number | undefined {
  if (spent?.cost !== undefined) return spent.cost;
  if (price === null) return undefined;
  const { per_1000_items = 0, per_million_input_tokens = 0, per_million_output_tokens = 0 } = price;
  const { input_tokens = 0, output_tokens = 0 } = spent ?? {};
  return (
    per_1000_items / 1e3 +
    (input_tokens * per_million_input_tokens) / 1e6 +
    (output_tokens * per_million_output_tokens) / 1e6
  );
}
