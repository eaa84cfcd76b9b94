import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { giveTurns } from "./leases.ts";
import { predictionKey } from "./predictions.ts";

type Batch = Pick<Row<"batches">, "account_id" | "id" | "policy">;

/** A version of a model. */
interface Model {
  readonly model: string;
  readonly version: string | null;
}

/** The join of the row `items` with the prediction of a run's model. */
export function joinPrediction(account_id: string, { model, version }: Model): RawBuilder<unknown> {
  return sql`join predictions on predictions.account_id = ${account_id} and predictions.item_id = items.id
    and predictions.model = ${predictionKey({ model, version })}`;
}

/** The condition that nobody has begun to work on the row `items`, and that annotators may get it. */
export const IS_UNBEGUN = sql<boolean>`(items.status = 'open' and items.auto_accept is null and items.answer_count = 0
  and items.skip_count = 0 and items.open_slots = items.overlap_required)`;

/** The same, and that it has no known answer. */
export const IS_UNTOUCHED = sql<boolean>`(${IS_UNBEGUN} and not exists (
    select from gold_answers where gold_answers.account_id = items.account_id and gold_answers.item_id = items.id))`;

/**
 * Withholds from annotators the untouched items at the positions after `after` up to `until` that have the model's prediction:
 * they have no free slot until `releaseHeld`.
 */
export async function holdItems(
  tx: Tx,
  { account_id, id: batch_id }: Batch,
  model: Model,
  { after, until }: { readonly after: number; readonly until: number },
): Promise<void> {
  await sql`
    with chosen as materialized (
      select items.id from items ${joinPrediction(account_id, model)}
      where items.account_id = ${account_id} and items.batch_id = ${batch_id} and position > ${after} and position <= ${until}
        and ${IS_UNTOUCHED}
      order by items.id for update of items)
    update items set auto_accept = 'held', open_slots = 0 from chosen
    where items.account_id = ${account_id} and items.id = chosen.id and ${IS_UNTOUCHED}`.execute(tx);
}

/** Draws `size` check items uniformly from all held ones, and offers them to every annotator with all answers of the overlap. */
export async function drawChecks(
  tx: Tx,
  { account_id, id: batch_id, policy }: Batch,
  size: number,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with drawn as materialized (
      select id from items
      where account_id = ${account_id} and batch_id = ${batch_id} and auto_accept = 'held'
      order by gen_random_uuid() limit ${size}),
    locked as materialized (
      select items.id from items join drawn on drawn.id = items.id
      where items.account_id = ${account_id} order by items.id for update of items)
    update items set auto_accept = 'check', overlap_required = ${policy.overlap}::integer, open_slots = ${policy.overlap}::integer
    from locked where items.account_id = ${account_id} and items.id = locked.id
    returning items.id`.execute(tx);
  await giveTurns(
    tx,
    [account_id],
    rows.map(({ id }) => id),
  );
}

/** An item that is held, or was until somebody changed it. */
export interface HeldItem extends Pick<Row<"items">, "id" | "position" | "status" | "answer_count"> {
  readonly score: number | null;
  /** Whether it is as it was when it was held. */
  readonly is_idle: boolean;
}

/** Locks the next held items after a position. */
export async function lockHeld(
  tx: Tx,
  { account_id, id: batch_id }: Batch,
  model: Model,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<HeldItem[]> {
  const { rows } = await sql<HeldItem>`
    with next as materialized (
      select id from items
      where account_id = ${account_id} and batch_id = ${batch_id} and auto_accept = 'held' and position > ${after}
      order by position limit ${limit}),
    locked as materialized (
      select items.* from items join next on next.id = items.id
      where items.account_id = ${account_id} order by items.id for update of items)
    select items.id, position, status, answer_count, score,
      status = 'open' and open_slots = 0 and answer_count = 0 and skip_count = 0 as is_idle
    from locked as items ${joinPrediction(account_id, model)}
    order by position`.execute(tx);
  return rows;
}

/** Ends the hold of locked items; those in `idle` are offered to every annotator. */
export async function releaseHeld(
  tx: Tx,
  account_id: string,
  item_ids: readonly string[],
  idle: readonly string[],
): Promise<void> {
  await sql`update items set open_slots = overlap_required
    where account_id = ${account_id} and id = any(${idle}::text[])`.execute(tx);
  await sql`update items set auto_accept = null
    where account_id = ${account_id} and id = any(${item_ids}::text[])`.execute(tx);
  await giveTurns(tx, [account_id], idle);
}

/** Marks the check items of a batch as `to` when their auto-accept ends; null where it was canceled. */
export async function endChecks(
  tx: Tx,
  { account_id, id: batch_id }: Batch,
  to: "checked" | null,
): Promise<void> {
  await sql`
    with ended as materialized (
      select id from items
      where account_id = ${account_id} and batch_id = ${batch_id} and auto_accept = 'check' order by id for update)
    update items set auto_accept = ${to} from ended
    where items.account_id = ${account_id} and items.id = ended.id`.execute(tx);
}
