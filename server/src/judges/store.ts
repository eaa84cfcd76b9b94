import { sql } from "kysely";
import { batchesOf } from "../batches/certifying.ts";
import type { BatchRow } from "../batches/store.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { MOST_MODELS } from "./schemas.ts";

/** Sampled items of a report: an audit seldom has more than some hundreds, a check at most 10,000. */
const MOST_ITEMS = 20_000;
/** Versions of a prompt that a report names. */
const MOST_PROMPTS = 10;
/** Different labels of a model from which a report tells their shares. */
const MOST_COUNTED = 10_000;
/** Bytes of stored results that a report reads. */
const MOST_BYTES = 32_000_000;

/** A model of a batch. */
export interface ModelCount {
  /** Of its predictions; see `predictionKey`. */
  readonly key: string;
  readonly model: string;
  readonly version: string | null;
  readonly prompt_versions: readonly string[];
  readonly predictions: number;
  /**
   * How many of them have each label, with its name in that guideline version. Empty where results are not one label, and for more than
   * `MOST_COUNTED`.
   */
  readonly labels: readonly {
    readonly label: string;
    readonly guideline_version: number;
    readonly count: number;
  }[];
}

type Batch = Pick<BatchRow, "account_id" | "id" | "round" | "stage" | "dataset_id" | "dataset_version">;

/**
 * The models with most predictions in a batch, or in the batches that a version of a dataset is from. `hasObjects`: results
 * have no label of their own, and may be large.
 */
export async function countModels(tx: Tx, batch: Batch, hasObjects: boolean): Promise<ModelCount[]> {
  const { rows } = await sql<Omit<ModelCount, "prompt_versions"> & { readonly prompts: string | null }>`
    with by_label as (
      select model, coalesce(name, model) as name, version, ${hasObjects ? sql`null::text` : sql`result ->> 'label'`} as label,
        guideline_version, count(*)::integer as count,
        array_to_string((array_agg(distinct prompt_version) filter (where prompt_version is not null))[1:${sql.lit(MOST_PROMPTS)}], E'\\x1f') as prompts
      from predictions
      where account_id = ${batch.account_id} and batch_id = any(${batchesOf(batch)})
      group by 1, 2, 3, 4, 5),
    placed as (select *, row_number() over (partition by model, name, version) as place from by_label)
    select model as key, name as model, version, sum(count)::integer as predictions,
      string_agg(prompts, E'\\x1f') filter (where place <= ${MOST_COUNTED}) as prompts,
      case when count(label) > ${MOST_COUNTED} then '[]' else coalesce(
        jsonb_agg(jsonb_build_object('label', label, 'guideline_version', guideline_version, 'count', count))
          filter (where label is not null and place <= ${MOST_COUNTED}), '[]') end as labels
    from placed group by 1, 2, 3 order by predictions desc, key limit ${MOST_MODELS}`.execute(tx);
  return rows.map(({ prompts, ...row }) => {
    const prompt_versions = [...new Set(prompts?.split("\x1f"))].sort().slice(0, MOST_PROMPTS);
    return { ...row, prompt_versions };
  });
}

type Answer = Pick<Row<"annotations">, "result" | "fields" | "guideline_version">;

/** A sampled item with its delivered label and its predictions. */
export interface SampledItem {
  readonly id: string;
  readonly is_audited: boolean;
  /** Whether the audit found the delivered label wrong; null if it was not audited. */
  readonly is_wrong: boolean | null;
  /** Whether the audit found it wrong and gave no other: then no label is known to be right. */
  readonly is_refuted: boolean;
  /** What people's answers to it were suggested; null if there was no prediction, or nobody answered. */
  readonly suggested: {
    readonly model: string;
    readonly version: string | null;
    readonly is_shown: boolean;
  } | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly truth: Omit<Answer, "guideline_version"> & { readonly guideline_version: number | null };
  readonly predictions: readonly (Answer & { readonly key: string; readonly score: number | null })[];
}

/**
 * The random samples of a batch: items audited in rounds that are judged, and check items of auto-accepts that have ended.
 * Labels are the delivered ones, with the corrections of the audits.
 */
export async function readSampled(tx: Tx, batch: Batch, keys: readonly string[]): Promise<SampledItem[]> {
  const open = batch.stage === "completed" ? batch.round : 0;
  const { rows } = await sql<SampledItem>`
    with audited as (
      select distinct on (item_id) item_id, corrected, corrected_fields, annotation_id, acceptable from audits
      where account_id = ${batch.account_id} and batch_id = ${batch.id} and acceptable is not null and look > 0
        and round <> ${open}
      order by item_id, round desc
    ), sampled as (
      select items.id, coalesce(items.copy_of ->> 'item_id', items.id) as origin_id, audited.item_id is not null as is_audited, not acceptable as is_wrong,
        coalesce(not acceptable and corrected is null, false) as is_refuted,
        items.account_id, items.round, items.metadata, coalesce(corrected, items.result) as result,
        case when corrected is null then items.fields else corrected_fields end as fields,
        case when corrected is null then items.guideline_version
          else (select guideline_version from annotations where account_id = items.account_id and id = annotation_id) end as guideline_version
      from items left join audited on audited.item_id = items.id
      where items.account_id = ${batch.account_id} and items.batch_id = ${batch.id} and items.status = 'accepted'
        and (items.id in (select item_id from audited) or items.id in (
          select id from items as checks
          where checks.account_id = ${batch.account_id} and checks.batch_id = ${batch.id} and checks.auto_accept = 'checked'))
      order by items.id limit ${MOST_ITEMS}
    ), found as (
      select sampled.id, is_audited, is_wrong, is_refuted, metadata, (
          select prediction from annotations
          where annotations.account_id = sampled.account_id and annotations.item_id = sampled.id and annotations.round = sampled.round
            and kind = 'annotate' and superseded_at is null and prediction is not null
          order by (prediction ->> 'is_shown')::boolean desc limit 1) as suggested,
        json_build_object('result', result, 'fields', fields, 'guideline_version', guideline_version) as truth,
        (select coalesce(json_agg(json_build_object('key', model, 'score', score, 'result', predictions.result,
          'fields', predictions.fields, 'guideline_version', predictions.guideline_version)), '[]')
          from predictions
          where predictions.account_id = ${batch.account_id} and predictions.item_id = origin_id
            and model = any(${keys}::text[])) as predictions,
        octet_length(result::text) as bytes
      from sampled)
    select id, is_audited, is_wrong, is_refuted, suggested, metadata, truth, predictions from (
      select *, sum(bytes + octet_length(predictions::text)) over (order by id) as total from found) as summed
    where total < ${MOST_BYTES}`.execute(tx);
  return rows;
}
