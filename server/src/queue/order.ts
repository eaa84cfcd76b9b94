import { sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { notingWork } from "../work-changes.ts";
import { IS_UNBEGUN } from "./held.ts";
import { lockTurns } from "./leases.ts";

type Batch = Pick<Row<"batches">, "account_id" | "id" | "queue_order" | "policy">;

/** Items of a transaction: claims pass over them while it runs. */
export const AT_ONCE = 2_000;
/** Predictions of an item that are compared with each other. */
const MOST_COMPARED = 5;

/** Positions of items: those after `after`, up to `until`. */
export interface Page {
  readonly after: number;
  readonly until: number;
}

/** Sets the keys of a page: those in `given` or, by the batch's order, random ones or scores. Items without a key come last. */
export async function setKeys(
  tx: Tx,
  { account_id, id: batch_id, queue_order, policy }: Batch,
  { after, until }: Page,
  given: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  const { model = null, version = null } = policy.predictions ?? {};
  const score = sql`(
    select min(score) from predictions
    where predictions.account_id = items.account_id and predictions.item_id = items.id
      and (${model}::text is null or coalesce(name, model) = ${model}::text)
      and (${version}::text is null or version = ${version}::text))`;
  const key = { random: sql`random()`, uncertainty: score, disagreement: sql`given.key` }[queue_order];
  await sql`
    with locked as materialized (
      select id from items
      where account_id = ${account_id} and batch_id = ${batch_id} and position > ${after} and position <= ${until} and ${IS_UNBEGUN}
      order by id for update)
    update items set queue_key = coalesce(${key}, 'infinity')
    from locked left join unnest(${[...given.keys()]}::text[], ${[...given.values()]}::double precision[]) as given (id, key)
      on given.id = locked.id
    where items.account_id = ${account_id} and items.id = locked.id`.execute(tx);
}

/** The results of the predictions of those items of a page that have several. */
export async function readCompared(
  db: Db,
  { account_id, id: batch_id }: Batch,
  { after, until }: Page,
): Promise<readonly { readonly id: string; readonly results: readonly unknown[] }[]> {
  const { rows } = await sql<{ id: string; results: readonly unknown[] }>`
    select items.id, predicted.results from items cross join lateral (
      select json_agg(result) as results from (
        select result from predictions
        where predictions.account_id = items.account_id and predictions.item_id = items.id order by model limit ${MOST_COMPARED}) as compared
    ) as predicted
    where items.account_id = ${account_id} and items.batch_id = ${batch_id} and position > ${after} and position <= ${until}
      and ${IS_UNBEGUN} and json_array_length(predicted.results) > 1`.execute(db);
  return rows;
}

/** Gives the items with the lowest keys the next turns; false if there are none left. */
export async function placeNext(tx: Tx, { account_id, id: batch_id }: Batch): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with next as materialized (
      select id from items
      where account_id = ${account_id} and batch_id = ${batch_id} and queue_key is not null
      order by queue_key, id limit ${AT_ONCE})
    select items.id from items join next on next.id = items.id
    where items.account_id = ${account_id} order by items.id for update of items`.execute(tx);
  if (rows.length === 0) return false;
  await lockTurns(tx, batch_id);
  await sql`
    with placed as materialized (
      select id, nextval('item_turns') as turn from (
        select id from items
        where account_id = ${account_id} and id = any(${rows.map(({ id }) => id)}::text[]) order by queue_key, id) as in_order
    ), noted as (${notingWork(sql`select ${account_id}::text as account_id, ${batch_id}::text as batch_id`)})
    update items set queue_key = null, turn = case when ${IS_UNBEGUN} then placed.turn else items.turn end
    from placed where items.account_id = ${account_id} and items.id = placed.id`.execute(tx);
  return true;
}
