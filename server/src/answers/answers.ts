import { ServiceError } from "@assay/domain/errors.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import { arrayOf } from "../platform/database/planner.ts";
import type { Row } from "../platform/database/tables.ts";

export type AnnotationRow = Row<"annotations">;

/** A current answer to an item, in the names that labels had in its guideline version. */
export type CurrentAnswer = Pick<
  AnnotationRow,
  "member_id" | "task_id" | "result" | "fields" | "guideline_version"
>;

/** The current answers to an item in its round, oldest first, and its known answer. */
export interface ItemAnswers {
  readonly answers: readonly CurrentAnswer[];
  readonly gold: Pick<Row<"gold_answers">, "result" | "fields" | "guideline_version"> | null;
}

/** Reads the current answers by item id. `tx` has locked the items, so none is missed. */
export async function readAnswers(
  tx: Tx,
  items: readonly Pick<Row<"items">, "account_id" | "id" | "round">[],
): Promise<ReadonlyMap<string, ItemAnswers>> {
  const { rows } = await sql<ItemAnswers & { readonly id: string }>`
    select id, coalesce((
        select json_agg(json_build_object('member_id', member_id, 'task_id', task_id, 'result', result, 'fields', fields,
          'guideline_version', guideline_version) order by annotations.id)
        from annotations
        where annotations.account_id = item.account_id and annotations.item_id = item.id and kind = 'annotate' and annotations.round = item.round
          and superseded_at is null
      ), '[]') as answers, (
        select json_build_object('result', result, 'fields', fields, 'guideline_version', guideline_version)
        from gold_answers where gold_answers.account_id = item.account_id and gold_answers.item_id = item.id
      ) as gold
    from unnest(${arrayOf(items.map(({ account_id }) => account_id))}, ${arrayOf(items.map(({ id }) => id))},
      ${items.map(({ round }) => round)}::integer[]) as item (account_id, id, round)`.execute(tx);
  return new Map(rows.map(({ id, ...read }) => [id, read]));
}

/** An answer to store: a row without the columns that storing it sets. */
export type NewAnswer = Omit<
  AnnotationRow,
  "version" | "created_at" | "superseded_at" | "gold_right" | "by_model"
>;

/** Stores answers, each as the next version of its member's, and marks their tasks as submitted. */
export async function insertAnswers(
  tx: Tx,
  answers: readonly NewAnswer[],
  now: Date,
): Promise<AnnotationRow[]> {
  if (answers.length === 0) return [];
  const { rows } = await sql<StoredAnswer>`
    with ${insertingAnswers(answers, now)} select id, version, by_model from inserted`.execute(tx);
  return withVersions(answers, rows, now);
}

/** An answer after a statement with `insertingAnswers`. */
export type StoredAnswer = Pick<AnnotationRow, "id" | "version" | "by_model">;

/** The rows of answers that a statement with `insertingAnswers` has stored. */
export function withVersions(
  answers: readonly NewAnswer[],
  stored: readonly StoredAnswer[],
  now: Date,
): AnnotationRow[] {
  const rows = new Map(stored.map((row) => [row.id, row]));
  const added = { superseded_at: null, gold_right: null, created_at: now };
  return answers.map((answer) => {
    const { version = 1, by_model = false } = rows.get(answer.id) ?? {};
    return { ...answer, ...added, version, by_model };
  });
}

/**
 * The WITH queries of a statement that stores answers, as `insertAnswers` does; `inserted` has their id,
 * version, by_model and batch_id.
 */
export function insertingAnswers(answers: readonly NewAnswer[], now: Date): RawBuilder<unknown> {
  return sql`
    answer as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as answer (
        id text, account_id text, batch_id text, item_id text, task_id text, member_id text, kind text, round integer,
        guideline_version integer, result jsonb, fields jsonb, active_ms integer, client_id text, response_order text[],
        by_person boolean, answered_at timestamptz, prediction jsonb)
    ), submitted as (
      update tasks set status = 'submitted', annotation_id = answer.id, client_id = answer.client_id,
        lease_expires_at = null, draft = null, updated_at = ${now}
      from answer where tasks.account_id = answer.account_id and tasks.id = answer.task_id
    ), inserted as (
      insert into annotations (id, account_id, batch_id, item_id, task_id, member_id, kind, round, version,
        guideline_version, result, fields, active_ms, client_id, response_order, by_person, answered_at, prediction, by_model, created_at)
      select id, account_id, batch_id, item_id, task_id, member_id, kind, round, 1 + coalesce((
          select max(version) from annotations as earlier
          where earlier.account_id = answer.account_id and earlier.item_id = answer.item_id and earlier.member_id = answer.member_id
            and earlier.kind = answer.kind and earlier.round = answer.round
        ), 0), guideline_version, result, fields, active_ms, client_id, response_order, by_person, answered_at, prediction, exists (
          select from members where members.account_id = answer.account_id and members.id = answer.member_id and members.is_model
        ), ${now}
      from answer
      returning id, version, by_model, batch_id
    )`;
}

/** Marks a member's current answer to an item, of that kind and round, as superseded by another. */
export async function supersedeAnswer(
  tx: Tx,
  {
    account_id,
    item_id,
    member_id,
    kind,
    round,
  }: Pick<AnnotationRow, "account_id" | "item_id" | "member_id" | "kind" | "round">,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("annotations")
    .set({ superseded_at: now })
    .where("account_id", "=", account_id)
    .where("item_id", "=", item_id)
    .where("member_id", "=", member_id)
    .where("kind", "=", kind)
    .where("round", "=", round)
    .where("superseded_at", "is", null)
    .execute();
}

/** An answer with its item and its task. */
export type AnswerKey = Pick<AnnotationRow, "id" | "item_id" | "task_id">;

/**
 * Supersedes the answers with these ids that are in the current round of their items and meet the condition `counts` on the
 * row `annotations`. Returns the superseded answers.
 */
export async function supersedeAnswers(
  tx: Tx,
  account_id: string,
  ids: readonly string[],
  counts: RawBuilder<unknown>,
  now: Date,
): Promise<readonly AnswerKey[]> {
  const { rows } = await sql<AnswerKey>`
    update annotations set superseded_at = ${now} from items
    where annotations.account_id = ${account_id} and annotations.id = any(${ids}::text[])
      and items.account_id = annotations.account_id and items.id = item_id
      and annotations.round = items.round and ${counts}
    returning annotations.id, item_id, task_id`.execute(tx);
  return rows;
}

/** Supersedes all current answers to items in their current round, except audits. */
export async function supersedeAnswersTo(
  tx: Tx,
  account_id: string,
  item_ids: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update annotations set superseded_at = ${now} from items
    where items.account_id = ${account_id} and items.id = any(${item_ids}::text[])
      and annotations.account_id = items.account_id and annotations.item_id = items.id and annotations.round = items.round
      and kind in ('annotate', 'adjudicate') and superseded_at is null`.execute(tx);
}

/**
 * For a query on `annotations`: the text of a JSON list with [member_id, guideline_version, result, fields] of each answer,
 * oldest first; null if there is none. Ids and numbers need no escaping, and `json_build_array` takes three times as long.
 */
export const ANSWERS_TEXT = sql<string | null>`
  '[' || string_agg(
    '["' || annotations.member_id || '",' || annotations.guideline_version || ',' || annotations.result::text || ','
      || coalesce(annotations.fields::text, 'null') || ']', ',' order by annotations.id) || ']'`;

/** The answer with that id. */
export async function getAnnotation(db: Db, account_id: string, id: string): Promise<AnnotationRow> {
  const row = await db
    .selectFrom("annotations")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw new ServiceError("not_found", `there is no annotation ${id}`);
  return row;
}

/** The condition on a row of `annotations` that its answer counts, in its first or a corrected version. */
export const isStanding = sql<boolean>`(superseded_at is null or exists (
  select from annotations as correction
  where correction.account_id = annotations.account_id and correction.item_id = annotations.item_id and correction.task_id = annotations.task_id
    and correction.superseded_at is null))`;

/** The condition on a row of `annotations` that its answer is the first of its task, not a correction. */
export const isFirstOfTask = sql<boolean>`not exists (
  select from annotations as earlier
  where earlier.account_id = annotations.account_id and earlier.item_id = annotations.item_id and earlier.task_id = annotations.task_id
    and earlier.version < annotations.version)`;

/**
 * Stores whether each answer matches the known answer, unless the annotator was shown that in their training. Returns how many were
 * the first of their tasks.
 */
export async function markGoldRight(
  tx: Tx,
  account_id: string,
  ids: readonly string[],
  right: readonly boolean[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update annotations set gold_right = judged.gold_right
    from unnest(${ids}::text[], ${right}::boolean[]) as judged (id, gold_right)
    where annotations.account_id = ${account_id} and annotations.id = judged.id and ${isFirstOfTask}
      and not exists (
        select from annotations as trained
        where trained.account_id = annotations.account_id and trained.item_id = annotations.item_id
          and trained.member_id = annotations.member_id and trained.kind = 'training')`.execute(tx);
  return Number(numAffectedRows);
}
