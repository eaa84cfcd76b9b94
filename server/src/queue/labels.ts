import { sql } from "kysely";
import type { BulkRequest } from "../platform/database/bulk-tables.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { askAdjudications, deliverGold } from "./items.ts";
import { cancelTasks, giveTurns } from "./leases.ts";
import { IS_OF_ANSWERS } from "./origin.ts";
import { predictionKey } from "./predictions.ts";
import { addProgress } from "./progress.ts";
import type { Chosen } from "./requeue.ts";

/** Each priority has its own cursors, which may be past the item's turn, so the item takes a new turn. */
export async function changePriority(
  tx: Tx,
  { batch, items }: Chosen,
  { priority }: BulkRequest,
): Promise<void> {
  const ids = items.map(({ id }) => id);
  await sql`update items set priority = ${priority}::integer
    where account_id = ${batch.account_id} and id = any(${ids}::text[])`.execute(tx);
  await giveTurns(tx, [batch.account_id], ids);
}

/** Excludes items from the dataset, and cancels their tasks. */
export async function excludeItems(
  tx: Tx,
  { batch, items, now }: Chosen,
  { reason }: BulkRequest,
): Promise<void> {
  const ids = items.map(({ id }) => id);
  await cancelTasks(tx, batch.account_id, ids, now);
  await sql`
    update items set status = 'excluded', excluded_reason = ${reason}, open_slots = 0, result = null, fields = null,
      support = null, origin = null, guideline_version = null
    where account_id = ${batch.account_id} and id = any(${ids}::text[])`.execute(tx);
  const accepted = items.filter(({ status }) => status === "accepted").length;
  await addProgress(tx, batch, { excluded: items.length, accepted: -accepted });
}

/** Makes the predictions of one version of a model the labels of open items, except items with known answers. */
export async function acceptPredictions(
  tx: Tx,
  { batch, items, now }: Chosen,
  { model = "", version }: Pick<BulkRequest, "model" | "version">,
): Promise<void> {
  const ids = items.map(({ id }) => id);
  await cancelTasks(tx, batch.account_id, ids, now);
  await sql`
    update items set status = 'accepted', open_slots = 0, result = predictions.result, fields = predictions.fields,
      support = null, origin = 'prediction', guideline_version = predictions.guideline_version,
      model = jsonb_build_object('name', coalesce(predictions.name, predictions.model), 'version', predictions.version, 'score', predictions.score)
    from predictions
    where items.account_id = ${batch.account_id} and items.id = any(${ids}::text[])
      and predictions.account_id = items.account_id and predictions.item_id = items.id
      and predictions.model = ${predictionKey({ model, version })}`.execute(tx);
  await deliverGold(tx, [batch.account_id], ids);
  await addProgress(tx, batch, { accepted: items.length });
}

/** Sends items that wait for one more answer to an adjudicator; a known answer becomes the label instead. */
export async function adjudicateItems(tx: Tx, { batch, items, now }: Chosen): Promise<void> {
  const ids = items.map(({ id }) => id);
  const { rows: known } = await sql<{ id: string }>`
    update items set status = 'accepted', open_slots = 0, result = gold_answers.result
    from gold_answers
    where items.account_id = ${batch.account_id} and items.id = any(${ids}::text[])
      and gold_answers.account_id = items.account_id and gold_answers.item_id = items.id
    returning items.id`.execute(tx);
  const accepted = known.map(({ id }) => id);
  await deliverGold(tx, [batch.account_id], accepted);
  await addProgress(tx, batch, { accepted: accepted.length });
  const disputed = ids.filter((id) => !accepted.includes(id));
  await sql`update items set open_slots = 0
    where account_id = ${batch.account_id} and id = any(${disputed}::text[])`.execute(tx);
  await askAdjudications(tx, [batch.account_id], disputed, now);
}

/** Writes labels that were computed together, under a guideline version; changes only labels from a consensus. */
export async function writeConsensus(
  tx: Tx,
  account_id: string,
  guideline_version: number,
  labels: readonly { readonly item_id: string; readonly result: unknown; readonly support: number }[],
): Promise<void> {
  await sql`
    update items set result = changed.result, support = changed.support,
      guideline_version = ${guideline_version}
    from unnest(${labels.map(({ item_id }) => item_id)}::text[],
      ${labels.map(({ result }) => JSON.stringify(result))}::jsonb[],
      ${labels.map(({ support }) => support)}::double precision[]) as changed (id, result, support)
    where items.account_id = ${account_id} and items.id = changed.id and status = 'accepted'
      and ${IS_OF_ANSWERS}`.execute(tx);
}

/**
 * Audited items get the label of their last auditor where it differs, also from an earlier round in which they were not
 * answered again; `audits` keeps the judged one.
 */
export async function deliverCorrections(tx: Tx, { id, account_id }: Row<"batches">): Promise<void> {
  await sql`
    update items set result = corrected, fields = corrected_fields, origin = 'audit',
      guideline_version = annotations.guideline_version
    from (
      select distinct on (item_id) item_id, round, annotation_id, corrected, corrected_fields from audits
      where account_id = ${account_id} and batch_id = ${id} and acceptable is not null order by item_id, round desc
    ) as last join annotations on annotations.account_id = ${account_id} and annotations.id = annotation_id
    where corrected is not null and items.account_id = annotations.account_id and items.id = last.item_id and items.round <= last.round`.execute(
    tx,
  );
}
