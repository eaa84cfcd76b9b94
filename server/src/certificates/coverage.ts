import type { GroupSizes, SkippedAudits } from "@assay/domain/certification/limits.ts";
import type { Origin } from "@assay/domain/formats/format.ts";
import { sql } from "kysely";
import { batchesOf } from "../batches/certifying.ts";
import type { BatchRow } from "../batches/store.ts";
import type { Tx } from "../platform/database/db.ts";
import type { TestedThreshold } from "../platform/database/work-tables.ts";
import { SLICES_ONLY } from "../queue/audits.ts";
import { LABELING_MODEL, ORIGIN } from "../queue/origin.ts";

type Round = Pick<BatchRow, "account_id" | "id" | "round">;

/** The audits of the current round on items that an annotator answered, and how many of the labels were wrong. */
export interface AuditedAnswers {
  readonly member_id: string;
  readonly audited: number;
  readonly wrong: number;
}

/** The item that has the answers to the row `items`: itself, or the one that it is a copy of. */
const ANSWERED = sql`join items as answered on answered.account_id = items.account_id
  and answered.id = coalesce(items.copy_of ->> 'item_id', items.id)`;

/** For every annotator with a current answer to an audited item. */
export async function countAuditedAnswers(
  tx: Tx,
  { account_id, id, round }: Round,
): Promise<AuditedAnswers[]> {
  const { rows } = await sql<AuditedAnswers>`
    select member_id, count(*)::integer as audited, count(*) filter (where not acceptable)::integer as wrong
    from audits join items on items.account_id = audits.account_id and items.id = audits.item_id
    ${ANSWERED}
    join annotations on annotations.account_id = items.account_id and annotations.item_id = answered.id and annotations.round = answered.round
      and annotations.kind = 'annotate' and superseded_at is null
    where audits.account_id = ${account_id} and audits.batch_id = ${id} and audits.round = ${round}
      and acceptable is not null and look > ${SLICES_ONLY}
    group by member_id`.execute(tx);
  return rows;
}

/** How many answers each member gave to the items that a batch has copies of, by the member's id. */
export async function countCopiedAnswers(
  tx: Tx,
  { account_id, id }: Pick<BatchRow, "account_id" | "id">,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ member_id: string; answers: number }>`
    select member_id, count(*)::integer as answers
    from items join annotations on annotations.account_id = items.account_id and annotations.item_id = items.copy_of ->> 'item_id'
      and annotations.kind = 'annotate' and superseded_at is null
    where items.account_id = ${account_id} and items.batch_id = ${id} group by member_id`.execute(tx);
  return new Map(rows.map(({ member_id, answers }) => [member_id, answers]));
}

/** The largest groups of a batch, by the audits of the current round; null if its items have no groups. */
export async function readGroupSizes(
  tx: Tx,
  { account_id, id, round, group_count }: Round & Pick<BatchRow, "group_count">,
): Promise<GroupSizes | null> {
  if (group_count === null) return null;
  const { rows } = await sql<GroupSizes>`
    with sizes as (
      select "group", count(*)::integer as items from items
      where account_id = ${account_id} and batch_id = ${id} and status = 'accepted' and "group" is not null group by "group"
    ), audited as (
      select distinct "group" from audits
      join items on items.account_id = audits.account_id and items.id = audits.item_id
      where audits.account_id = ${account_id} and audits.batch_id = ${id} and audits.round = ${round}
        and acceptable is not null and look > ${SLICES_ONLY}
    )
    select coalesce(max(items), 0) as largest,
      coalesce(max(items) filter (where audited."group" is null), 0) as largest_unaudited
    from sizes left join audited using ("group")`.execute(tx);
  return rows[0] ?? { largest: 0, largest_unaudited: 0 };
}

/** The audits of the current round that auditors skipped, repeats included, and what became of their items. */
export async function countSkippedAudits(tx: Tx, { account_id, id, round }: Round): Promise<SkippedAudits> {
  const { rows } = await sql<SkippedAudits>`
    with skipped as (
      select item_id, count(*) as skips from tasks
      where account_id = ${account_id} and batch_id = ${id} and round = ${round} and kind = 'audit' and status = 'skipped'
      group by item_id
    )
    select coalesce(sum(skips), 0)::integer as skips, count(*)::integer as items,
      count(*) filter (where annotation_id is not null)::integer as checked,
      count(*) filter (where annotation_id is null and not acceptable)::integer as counted_wrong
    from skipped join audits on audits.account_id = ${account_id} and audits.item_id = skipped.item_id and audits.round = ${round}`.execute(
    tx,
  );
  return rows[0] ?? { skips: 0, items: 0, checked: 0, counted_wrong: 0 };
}

/** How many labels came from one origin, or one version of a model, and the audits of the current round on them. */
export interface OriginRow {
  readonly origin: Origin;
  /** Null unless `origin` is `model`. */
  readonly model: string | null;
  readonly version: string | null;
  /** Items with such a label when the round's audit judged it. */
  readonly items: number;
  readonly audited: number;
  readonly wrong: number;
}

/** Before the corrections of the current round are delivered; most items first. */
export async function countOrigins(tx: Tx, { account_id, id, round }: Round): Promise<OriginRow[]> {
  const { rows } = await sql<OriginRow>`
    select ${ORIGIN} as origin, ${LABELING_MODEL} ->> 'name' as model, ${LABELING_MODEL} ->> 'version' as version,
      count(*)::integer as items, count(acceptable)::integer as audited, (count(*) filter (where not acceptable))::integer as wrong
    from items
    left join audits on audits.account_id = items.account_id and audits.item_id = items.id and audits.batch_id = items.batch_id
      and audits.round = ${round} and look > ${SLICES_ONLY}
    where items.account_id = ${account_id} and items.batch_id = ${id} and items.status = 'accepted'
    group by 1, 2, 3 order by items desc, 1, 2, 3`.execute(tx);
  return rows;
}

/** The answers that a member of the kind model gave as an annotator. */
export interface ModelAnswers {
  /** The member's name. */
  readonly model: string;
  readonly answers: number;
  /** The items that they are of. */
  readonly items: number;
}

/** Answers that stand, of items that people could have answered; most answers first. */
export async function countModelAnswers(
  tx: Tx,
  batch: Pick<BatchRow, "account_id" | "id" | "dataset_id" | "dataset_version">,
): Promise<ModelAnswers[]> {
  const { rows } = await sql<ModelAnswers>`
    select members.name as model, count(*)::integer as answers, count(distinct item_id)::integer as items
    from annotations
    join members on members.account_id = annotations.account_id and members.id = annotations.member_id
    where annotations.account_id = ${batch.account_id} and annotations.batch_id = any(${batchesOf(batch)})
      and annotations.by_model and annotations.kind = 'annotate' and annotations.superseded_at is null
    group by members.id, members.name order by answers desc, members.id`.execute(tx);
  return rows;
}

/** A run by which a model labeled items, with the threshold that its check sample showed. */
export interface AutoAcceptFact {
  readonly model: string;
  readonly version: string | null;
  readonly max_wrong: number;
  readonly confidence: number;
  /** Items with a prediction, and how many of them people checked. */
  readonly population: number;
  readonly check: number;
  readonly chosen: TestedThreshold;
  /** Items that got the model's label. */
  readonly accepted: number;
}

/** The finished runs that chose a threshold, oldest first. */
export async function listAutoAccepts(
  tx: Tx,
  batch: Pick<BatchRow, "account_id" | "id" | "dataset_id" | "dataset_version">,
): Promise<AutoAcceptFact[]> {
  const { rows } = await sql<AutoAcceptFact>`
    select model, version, max_wrong, confidence, (outcome ->> 'population')::integer as population,
      (outcome ->> 'checked')::integer as check, outcome -> 'chosen' as chosen, accepted
    from auto_accepts
    where account_id = ${batch.account_id} and batch_id = any(${batchesOf(batch)}) and status = 'finished'
      and jsonb_typeof(outcome -> 'chosen') = 'object'
    order by batch_id, number`.execute(tx);
  return rows;
}

/** The guideline versions of the batch's answers, including audits. */
export async function listGuidelineVersions(
  tx: Tx,
  batch: Pick<BatchRow, "account_id" | "id" | "dataset_id" | "dataset_version">,
): Promise<number[]> {
  const rows = await tx
    .selectFrom("annotations")
    .select("guideline_version")
    .distinct()
    .where("account_id", "=", batch.account_id)
    .where(sql<boolean>`batch_id = any(${batchesOf(batch)})`)
    .orderBy("guideline_version")
    .execute();
  return rows.map(({ guideline_version }) => guideline_version);
}
