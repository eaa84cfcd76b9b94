import { type RawBuilder, sql } from "kysely";

/**
 * The condition that the open item of the row `items` waits for one more answer than `overlap`, the batch's planned ones, because its
 * answers disagree: `one_more` of `itemOutcome` in `domain`.
 */
export function isTied(overlap: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(items.open_slots > 0 and items.answer_count > 0 and items.overlap_required > ${overlap})`;
}

/** The same for any batch. What it compares first spares the batches of most items. */
export const IS_TIED = isTied(sql`(
  select (policy ->> 'overlap')::integer from batches as own
  where own.account_id = items.account_id and own.id = items.batch_id)`);

/** The condition that nobody has a lease on the row `items`, whose answer could still decide it. */
export const IS_IN_NOBODYS_HANDS = sql<boolean>`items.open_slots > 0 and items.open_slots = items.overlap_required - items.answer_count`;
