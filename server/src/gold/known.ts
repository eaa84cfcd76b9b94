import { toleranceOf } from "@assay/domain/certification/policy.ts";
import { wrongParts } from "@assay/domain/field-agreement.ts";
import { sql } from "kysely";
import { isFirstOfTask, isStanding, markGoldRight } from "../answers/answers.ts";
import type { BatchRow } from "../batches/store.ts";
import { getGuidelines, namesAs, typeOf } from "../guidelines/guidelines.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";

/** The known answer to an item, with the label names of its guideline version. */
export type Gold = Pick<Row<"gold_answers">, "result" | "fields" | "guideline_version">;

type Batch = Pick<BatchRow, "account_id" | "project_id" | "canonical_type" | "policy">;
type Answer = Pick<Row<"annotations">, "result" | "fields" | "guideline_version">;

/** The known answer to an item; undefined if there is none. */
export async function findGold(
  tx: Tx,
  { account_id, item_id }: Pick<Row<"annotations">, "account_id" | "item_id">,
): Promise<Gold | undefined> {
  return tx
    .selectFrom("gold_answers")
    .select(["result", "fields", "guideline_version"])
    .where("account_id", "=", account_id)
    .where("item_id", "=", item_id)
    .executeTakeFirst();
}

/** Whether the task's item had a known answer already when the task was answered. */
export async function wasKnown(
  tx: Tx,
  { account_id, item_id, annotation_id }: Pick<Row<"tasks">, "account_id" | "item_id" | "annotation_id">,
): Promise<boolean> {
  const { rows } = await sql`
    select from gold_answers
    join annotations on annotations.account_id = gold_answers.account_id and annotations.id = ${annotation_id}
    where gold_answers.account_id = ${account_id} and gold_answers.item_id = ${item_id} and gold_answers.created_at <= annotations.created_at`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Those of the items that have a known answer. */
export async function listKnown(tx: Tx, account_id: string, item_ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ item_id: string }>`
    select item_id from gold_answers
    where account_id = ${account_id} and item_id = any(${item_ids}::text[])`.execute(tx);
  return rows.map(({ item_id }) => item_id);
}

/**
 * The unacceptable parts of an answer compared with the known one, by the rules and tolerance of audits:
 * `result`, and `fields.NAME` of known scored fields; empty if it is right.
 */
export async function findWrong(tx: Tx, batch: Batch, answer: Answer, gold: Gold): Promise<string[]> {
  const result = await namesAs(tx, batch, gold, answer.guideline_version);
  const { fields } = await getGuidelines(tx, batch, answer.guideline_version);
  const rules = {
    ...{ type: typeOf(batch), tolerance: toleranceOf(batch.policy) },
    ...{ fields, scored: batch.policy.scored_fields ?? [] },
  };
  return wrongParts(rules, answer, { result, fields: gold.fields });
}
/** Judges earlier answers to items (locked by `tx`) by new gold. */
export async function judgeAnswers(tx: Tx, batch: Batch, item_ids: readonly string[]): Promise<void> {
  if (item_ids.length === 0) return;
  const { rows } = await sql<Answer & { readonly id: string; readonly gold: Gold }>`
    select annotations.id, annotations.result, annotations.fields, annotations.guideline_version,
      json_build_object('result', gold_answers.result, 'fields', gold_answers.fields,
        'guideline_version', gold_answers.guideline_version) as gold
    from annotations
    join gold_answers on gold_answers.account_id = annotations.account_id and gold_answers.item_id = annotations.item_id
    where annotations.account_id = ${batch.account_id} and annotations.item_id = any(${item_ids}::text[]) and kind in ('annotate', 'gold')
      and ${isFirstOfTask} and (gold_right is not null or ${isStanding})`.execute(tx);
  if (rows.length === 0) return;
  const verdicts: boolean[] = [];
  for (const { gold, ...answer } of rows) {
    verdicts.push((await findWrong(tx, batch, answer, gold)).length === 0);
  }
  await markGoldRight(
    tx,
    batch.account_id,
    rows.map(({ id }) => id),
    verdicts,
  );
}

/** Makes the labels of accepted items their known answers, and judges earlier answers. */
export async function makeLabelsGold(
  tx: Tx,
  batch: Batch & { readonly id: string },
  item_ids: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    insert into gold_answers (account_id, item_id, batch_id, guideline_version, result, fields, created_at)
    select account_id, id, batch_id, coalesce(guideline_version, 1), result, fields, ${now}
    from items where account_id = ${batch.account_id} and id = any(${item_ids}::text[]) and batch_id = ${batch.id}
    on conflict (item_id) do update set guideline_version = excluded.guideline_version, result = excluded.result,
      fields = excluded.fields, created_at = excluded.created_at`.execute(tx);
  await judgeAnswers(tx, batch, item_ids);
}

/** Stores known answers, which replace existing ones of the items. */
export async function insertGold(
  tx: Tx,
  given: {
    readonly batch: Pick<BatchRow, "id" | "account_id">;
    readonly guideline_version: number;
    readonly now: Date;
  },
  answers: readonly { readonly item_id: string; readonly result: unknown; readonly fields: unknown }[],
): Promise<void> {
  await sql`
    insert into gold_answers (account_id, item_id, batch_id, guideline_version, result, fields, created_at)
    select ${given.batch.account_id}, item_id, ${given.batch.id}, ${given.guideline_version}::integer, result, fields, ${given.now}
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as row (
      item_id text, result jsonb, fields jsonb)
    on conflict (item_id) do update set result = excluded.result, fields = excluded.fields,
      guideline_version = excluded.guideline_version, created_at = excluded.created_at`.execute(tx);
}
