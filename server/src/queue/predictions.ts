import { sql } from "kysely";

/** The column `model` of the prediction of a model; it is unique for an item. A version is told from a name by U+001F, which names cannot have. */
export function predictionKey({
  model,
  version,
}: {
  readonly model: string;
  readonly version?: string | null | undefined;
}): string {
  return version == null ? model : `${model}\u001f${version}`;
}

/**
 * The condition on the rows `items` and `batches` that no task of the item shows a prediction: chosen for each item by the batch's
 * secret, so that it stays the same for every claim and nobody can foresee it.
 */
export const IS_WITHHELD = sql<boolean>`coalesce((hashtextextended(batches.prediction_seed::text || items.id, 0) & 1048575)
  < 1048576 * (batches.policy -> 'predictions' ->> 'withhold')::double precision, false)`;

/** Whether tasks of the row `items` show predictions: the policy of its batch decides, except for check items of an auto-accept. */
export const SHOWS_PREDICTIONS = sql<boolean>`(coalesce((batches.policy ->> 'show_predictions')::boolean, true)
  and items.auto_accept is distinct from 'check')`;

/** A member's answer to an item, and when it came. */
export interface GivenAnswer {
  readonly member_id: string;
  readonly at: string;
}

/** The answers in the current round of the row `items`, where predictions are shown after the first of them. */
export const EARLIER_ANSWERS = sql<readonly GivenAnswer[]>`case
  when batches.policy -> 'predictions' ->> 'show' = 'after_first_answer' then (
    select coalesce(json_agg(json_build_object('member_id', member_id, 'at', created_at)), '[]') from annotations
    where annotations.account_id = items.account_id and annotations.item_id = items.id and annotations.round = items.round
      and annotations.kind in ('annotate', 'gold'))
  else '[]' end`;
