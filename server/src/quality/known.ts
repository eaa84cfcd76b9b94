import { type RawBuilder, sql } from "kysely";
import { batchesOf } from "../batches/certifying.ts";
import type { BatchRecord } from "../batches/store.ts";
import type { PresentNames } from "../guidelines/names.ts";
import type { Tx } from "../platform/database/db.ts";
import { SLICES_ONLY } from "../queue/audits.ts";

/** Maximum answers to gold, and audits, that a report reads: a count, and bytes of stored results. */
const MAX_ROWS = 20_000;
const MAX_BYTES = 8_000_000;

/** An answer next to the known right one, both with current label names. */
export interface Judged {
  readonly member_id: string;
  readonly answer: unknown;
  readonly right: unknown;
}

interface JudgedRow extends Judged {
  readonly answer_version: number;
  readonly right_version: number | null;
}

/** The answers to gold in all rounds, or the newest of them if there are very many. */
export async function readGoldAnswers(tx: Tx, batch: BatchRecord, present: PresentNames): Promise<Judged[]> {
  return readJudged(
    tx,
    present,
    sql`
      select answers.id, member_id, answers.result as answer, answers.guideline_version as answer_version,
        gold_answers.result as "right", gold_answers.guideline_version as right_version
      from annotations as answers
      join gold_answers on gold_answers.account_id = answers.account_id and gold_answers.item_id = answers.item_id
      where answers.account_id = ${batch.account_id} and answers.batch_id = ${batch.id} and gold_right is not null`,
  );
}

/** How many answers a member gave to gold in all rounds, and how many were right. */
export interface GoldCount {
  readonly member_id: string;
  readonly answered: number;
  readonly right: number;
}

/**
 * For every annotator who has answered gold of the batch, by the judgment stored with each answer, or by
 * gold added later.
 */
export async function countGold(
  tx: Tx,
  batch: Pick<BatchRecord, "account_id" | "id" | "dataset_id" | "dataset_version">,
): Promise<GoldCount[]> {
  const { rows } = await sql<GoldCount>`
    select member_id, count(*)::integer as answered, count(*) filter (where gold_right)::integer as "right"
    from annotations where account_id = ${batch.account_id} and batch_id = any(${batchesOf(batch)}) and gold_right is not null
    group by member_id`.execute(tx);
  return rows;
}

/** A member's speed, as the median of the active seconds of an answer. */
export interface Speed {
  readonly member_id: string;
  readonly seconds: number;
}

/** For everybody with timed answers, in the newest 20,000 answers of the batch. */
export async function readSpeeds(
  tx: Tx,
  { account_id, id }: Pick<BatchRecord, "account_id" | "id">,
): Promise<Speed[]> {
  const { rows } = await sql<Speed>`
    select member_id, percentile_cont(0.5) within group (order by active_ms) / 1000 as seconds
    from (
      select member_id, active_ms from annotations
      where account_id = ${account_id} and batch_id = ${id} and active_ms is not null and kind in ('annotate', 'gold')
      order by id desc limit ${MAX_ROWS}
    ) as newest
    group by member_id`.execute(tx);
  return rows;
}

/**
 * The current answers to items whose right answer is known from an audit of the current round: the auditor's
 * answer, or the label it accepted.
 */
export async function readAuditedAnswers(
  tx: Tx,
  batch: BatchRecord,
  present: PresentNames,
): Promise<Judged[]> {
  return readJudged(
    tx,
    present,
    sql`
      select answers.id, answers.member_id, answers.result as answer, answers.guideline_version as answer_version,
        coalesce(audits.corrected, audits.judged) as "right",
        case when audits.corrected is null then items.guideline_version else correction.guideline_version end
          as right_version
      from audits
      join items on items.account_id = ${batch.account_id} and items.id = audits.item_id
      join annotations as answers on ${isCurrent}
      left join annotations as correction
        on correction.account_id = ${batch.account_id} and correction.id = audits.annotation_id
      where audits.account_id = ${batch.account_id} and audits.batch_id = ${batch.id} and audits.round = ${batch.round}
        and (audits.acceptable or audits.corrected is not null)`,
  );
}

const isCurrent = sql`answers.account_id = items.account_id and answers.item_id = items.id and answers.round = items.round
  and answers.kind = 'annotate' and answers.superseded_at is null`;

async function readJudged(tx: Tx, present: PresentNames, selection: RawBuilder<unknown>): Promise<Judged[]> {
  const { rows } = await sql<JudgedRow>`
    select member_id, answer, answer_version, "right", right_version from (
      select *, sum(pg_column_size(answer) + pg_column_size("right")) over (order by id desc) as bytes
      from (${selection} order by answers.id desc limit ${MAX_ROWS}) as newest
    ) as summed
    where bytes < ${MAX_BYTES}`.execute(tx);
  return rows.map((row) => toJudged(row, present));
}

/** A delivered label that was audited in the current round. */
export interface AuditedLabel {
  readonly label: unknown;
  readonly acceptable: boolean;
}

/** At most 20,000 of them. */
export async function readAuditedLabels(
  tx: Tx,
  batch: Pick<BatchRecord, "account_id" | "id" | "round">,
  present: PresentNames,
): Promise<AuditedLabel[]> {
  const { rows } = await sql<AuditedLabel & { readonly guideline_version: number | null }>`
    select judged as label, acceptable, items.guideline_version
    from audits join items on items.account_id = ${batch.account_id} and items.id = audits.item_id
    where audits.account_id = ${batch.account_id} and audits.batch_id = ${batch.id} and audits.round = ${batch.round}
      and acceptable is not null and look > ${SLICES_ONLY}
    order by rank limit ${MAX_ROWS}`.execute(tx);
  return rows.map(({ label, acceptable, guideline_version }) => ({
    label: present(label, guideline_version),
    acceptable,
  }));
}

function toJudged(
  { member_id, answer, answer_version, right, right_version }: JudgedRow,
  present: PresentNames,
): Judged {
  return { member_id, answer: present(answer, answer_version), right: present(right, right_version) };
}
