import type { FieldAnswers } from "@assay/domain/fields.ts";
import { type RawBuilder, sql } from "kysely";
import { batchesOf } from "../batches/certifying.ts";
import type { BatchRecord } from "../batches/store.ts";
import type { PresentNames } from "../guidelines/names.ts";
import type { Tx } from "../platform/database/db.ts";
import { drawPositions } from "./sample.ts";

/** Items whose predictions a report reads. Shares then err by about 0.7 percent. */
const MOST_ITEMS = 5_000;
/** Predictions of each kind that a report reads, and bytes of them with the labels beside them. */
const MOST_ROWS = 20_000;
const MOST_BYTES = 8_000_000;

interface Answer {
  /** With current label names. */
  readonly result: unknown;
  readonly fields: FieldAnswers | null;
}

/** A prediction for an item, and the label that it is compared with. */
export interface PredictedItem {
  /** Of its model; see `predictionKey`. */
  readonly key: string;
  readonly prediction: Answer;
  /** Null if there is no label, or none that would judge the model; beside an audit, if it called the label wrong and gave no other. */
  readonly truth: Answer | null;
  /** What the prediction says that it cost. */
  readonly cost: number | null;
}

/** What the runs of a model over a batch cost, and how many items they predicted; both are above 0. */
export interface ModelCost {
  readonly key: string;
  readonly cost: number;
  readonly predicted: number;
}

export interface ModelSample {
  readonly sampled: readonly PredictedItem[];
  readonly gold: readonly PredictedItem[];
  readonly audited: readonly PredictedItem[];
  readonly costs: readonly ModelCost[];
}

/** The model of a key of `predictionKey`. */
export function predictionName(key: string): { readonly model: string; readonly version: string | null } {
  const [model = key, version = null] = key.split("\u001f");
  return { model, version };
}

/**
 * The predictions of a batch, of a random sample of its items: for the agreement with labels, beside known answers, and beside the audits
 * of the current round, if these may be read.
 */
export async function readPredicted(
  tx: Tx,
  batch: BatchRecord,
  { present, withAudits }: { readonly present: PresentNames; readonly withAudits: boolean },
): Promise<ModelSample> {
  const read = (selection: RawBuilder<unknown>) => readRows(tx, present, selection);
  return {
    sampled: await read(sampledItems(batch)),
    gold: await read(goldItems(batch)),
    audited: withAudits ? await read(auditedItems(batch)) : [],
    costs: await readCosts(tx, batch),
  };
}

const PREDICTION = sql`predictions.model as key, predictions.result as answer, predictions.fields as answer_fields,
  predictions.guideline_version as answer_version, (predictions.usage ->> 'cost')::double precision as cost`;

/** The predictions for the row `items`; those for a copy are those for the item that was copied. */
const OF_ITEM = sql`predictions.account_id = items.account_id and predictions.item_id = coalesce(items.copy_of ->> 'item_id', items.id)`;

/**
 * Whether the label of the row `items` is people's, given without a model: not a prediction, and no answer to it is by a model, or by
 * somebody who saw this prediction. Labels of a check that is not over count only once it is: who could watch it could cancel it.
 */
const IS_OF_PEOPLE = sql`items.status = 'accepted' and items.origin is distinct from 'prediction'
  and items.auto_accept is distinct from 'check' and not exists (
    select from items as originals
    join annotations on annotations.account_id = originals.account_id and annotations.item_id = originals.id
      and annotations.round = originals.round
    where originals.account_id = items.account_id and originals.id = coalesce(items.copy_of ->> 'item_id', items.id)
      and annotations.kind = 'annotate' and annotations.superseded_at is null
      and (annotations.by_model or ((annotations.prediction ->> 'is_shown')::boolean
        and concat_ws(E'\\x1f', annotations.prediction ->> 'model', annotations.prediction ->> 'version') = predictions.model)))`;

function sampledItems(batch: BatchRecord): RawBuilder<unknown> {
  return sql`
    select ${PREDICTION}, case when ${IS_OF_PEOPLE} then items.result end as "right", items.fields as right_fields,
      items.guideline_version as right_version, drawn.nth
    from unnest(${drawPositions(batch, MOST_ITEMS)}::integer[]) with ordinality as drawn (position, nth)
    cross join lateral (
      -- The offset has each looked up by its key, as in the sample of answers.
      select * from items
      where items.account_id = ${batch.account_id} and batch_id = ${batch.id} and items.position = drawn.position offset 0
    ) as items
    join predictions on ${OF_ITEM}
    where items.status <> 'excluded'`;
}

function goldItems(batch: BatchRecord): RawBuilder<unknown> {
  return sql`
    select ${PREDICTION}, gold_answers.result as "right", gold_answers.fields as right_fields,
      gold_answers.guideline_version as right_version, gold_answers.draw as nth
    from gold_answers
    join predictions on predictions.account_id = gold_answers.account_id and predictions.item_id = gold_answers.item_id
    where gold_answers.account_id = ${batch.account_id} and gold_answers.batch_id = any(${batchesOf(batch)})`;
}

function auditedItems(batch: BatchRecord): RawBuilder<unknown> {
  return sql`
    select ${PREDICTION}, case when audits.acceptable or audits.corrected is not null then coalesce(audits.corrected, audits.judged) end as "right",
      case when audits.corrected is null then items.fields else audits.corrected_fields end as right_fields,
      case when audits.corrected is null then items.guideline_version else correction.guideline_version end as right_version,
      audits.rank as nth
    from audits
    join items on items.account_id = ${batch.account_id} and items.id = audits.item_id
    join predictions on ${OF_ITEM}
    left join annotations as correction
      on correction.account_id = ${batch.account_id} and correction.id = audits.annotation_id
    where audits.account_id = ${batch.account_id} and audits.batch_id = ${batch.id} and audits.round = ${batch.round}
      and audits.acceptable is not null and items.status <> 'excluded'`;
}

interface Read {
  readonly key: string;
  readonly answer: unknown;
  readonly answer_fields: FieldAnswers | null;
  readonly answer_version: number;
  readonly cost: number | null;
  readonly right: unknown;
  readonly right_fields: FieldAnswers | null;
  readonly right_version: number | null;
}

async function readRows(
  tx: Tx,
  present: PresentNames,
  selection: RawBuilder<unknown>,
): Promise<PredictedItem[]> {
  const { rows } = await sql<Read>`
    select * from (
      select *, sum(pg_column_size(answer) + coalesce(pg_column_size("right"), 0)) over (order by nth, key) as bytes
      from (${selection} order by nth, key limit ${MOST_ROWS}) as first
    ) as summed
    where bytes < ${MOST_BYTES}`.execute(tx);
  return rows.map((row) => ({
    ...{ key: row.key, cost: row.cost },
    prediction: { result: present(row.answer, row.answer_version), fields: row.answer_fields },
    truth:
      row.right === null ? null : { result: present(row.right, row.right_version), fields: row.right_fields },
  }));
}

async function readCosts(tx: Tx, batch: BatchRecord): Promise<ModelCost[]> {
  const { rows } = await sql<ModelCost>`
    select model_name || E'\\x1f' || model_version as key, sum(cost) as cost, sum(predicted_count)::integer as predicted
    from model_runs where account_id = ${batch.account_id} and batch_id = any(${batchesOf(batch)})
    group by 1 having sum(cost) > 0 and sum(predicted_count) > 0`.execute(tx);
  return rows;
}
