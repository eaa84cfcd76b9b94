import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Gold } from "../gold/known.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { NewRow, Row } from "../platform/database/tables.ts";

export type AnnotationRow = Row<"annotations">;

/** What an annotator said of an item, in the names that labels had in the guideline version. */
export type GivenAnswer = Pick<AnnotationRow, "result" | "fields" | "guideline_version">;

export interface InsertedAnnotation {
  readonly annotation: AnnotationRow;
  /** The annotators' current answers to the item in the round that are not this member's, oldest first. */
  readonly others: readonly GivenAnswer[];
  /** The known answer to the item; null where there is none. */
  readonly gold: Gold | null;
}

/**
 * Adds an answer as the next version of its member's to the item (locked by `tx`) in the round. Earlier versions
 * stay, marked superseded; the answer's task is submitted in the same statement.
 */
export async function insertAnnotation(
  tx: Tx,
  now: Date,
  row: Omit<NewRow<"annotations">, "version" | "created_at" | "superseded_at" | "gold_right">,
): Promise<InsertedAnnotation> {
  const { rows } = await sql<AnnotationRow & Pick<InsertedAnnotation, "others" | "gold">>`
    with superseded as (
      update annotations set superseded_at = ${now}
      where item_id = ${row.item_id} and member_id = ${row.member_id} and kind = ${row.kind}
        and round = ${row.round} and superseded_at is null
    ), task as (
      update tasks set status = 'submitted', annotation_id = ${row.id}, client_id = ${row.client_id},
        lease_expires_at = null, draft = null, updated_at = ${now}
      where id = ${row.task_id}
    )
    insert into annotations (id, account_id, batch_id, item_id, task_id, member_id, kind, round, version,
      guideline_version, result, fields, active_ms, client_id, response_order, created_at)
    select ${row.id}, ${row.account_id}, ${row.batch_id}, ${row.item_id}, ${row.task_id}, ${row.member_id},
      ${row.kind}, ${row.round}, 1 + coalesce((
        select max(version) from annotations
        where item_id = ${row.item_id} and member_id = ${row.member_id} and kind = ${row.kind} and round = ${row.round}
      ), 0), ${row.guideline_version}, ${row.result}::jsonb, ${row.fields}::jsonb, ${row.active_ms}::integer, ${row.client_id},
      ${row.response_order}::text[], ${now}
    returning *, (
      select coalesce(json_agg(json_build_object('result', result, 'fields', fields,
        'guideline_version', guideline_version) order by id), '[]')
      from annotations as given
      where given.item_id = ${row.item_id} and given.member_id <> ${row.member_id} and given.kind = 'annotate'
        and given.round = ${row.round} and given.superseded_at is null) as others, (
      select json_build_object('result', result, 'fields', fields, 'guideline_version', guideline_version)
      from gold_answers where gold_answers.item_id = ${row.item_id}) as gold`.execute(tx);
  const [inserted] = rows;
  if (inserted === undefined) throw new Error("an insert gave no row");
  const { others, gold, ...annotation } = inserted;
  return { annotation, others, gold };
}

/**
 * Of a query on `annotations`: the text of a JSON list of [member_id, guideline_version, result, fields] of each, oldest
 * first; null for none. An id and a number need no quotes: `json_build_array` takes three times as long.
 */
export const ANSWERS_TEXT = sql<string | null>`
  '[' || string_agg(
    '["' || annotations.member_id || '",' || annotations.guideline_version || ',' || annotations.result::text || ','
      || coalesce(annotations.fields::text, 'null') || ']', ',' order by annotations.id) || ']'`;

/** The answer with that id. */
export async function getAnnotation(db: Db, id: string): Promise<AnnotationRow> {
  const row = await db.selectFrom("annotations").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw new ServiceError("not_found", `there is no annotation ${id}`);
  return row;
}
