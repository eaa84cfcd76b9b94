/** The last round with a budget of its own: 0.05 / 2^200 and less is no chance, and stays far above 0 in doubles. */
const MOST_ROUNDS = 100;

/** Some items of a batch, and the last audited round in which any batch had them before. */
export interface LookedItems {
  /** From 1. */
  readonly round: number;
  readonly items: number;
}

/**
 * Rounds whose budgets earlier batches used on the data of a batch with `N` items: the largest round that more
 * than a tenth of the items reached. 0 if it is a tenth or less; then the batch starts with the first budget.
 *
 * `looked` counts every item once. A batch that shares more than a tenth of its items with an earlier one gets
 * at least the rounds of that one. The same holds if several earlier batches share a tenth only together, so
 * that nobody gets a fresh budget by cutting the data into pieces.
 */
export function roundsBefore(N: number, looked: readonly LookedItems[]): number {
  let shared = 0;
  for (const { round, items } of looked.toSorted((a, b) => b.round - a.round)) {
    shared += items;
    if (10 * shared > N) return round;
  }
  return 0;
}

/**
 * The round, from 1, whose budget the next audit of a batch uses: the one after those that the batch itself
 * and earlier batches with its data used. The budgets of all rounds add up to 5 %. Rounds after the 100th
 * share its budget.
 */
export function nextBudgetRound(ownRounds: number, earlierRounds: number): number {
  return Math.min(MOST_ROUNDS, Math.max(ownRounds, earlierRounds) + 1);
}
