import type { FieldAnswers } from "@assay/domain/fields.ts";
import { sql } from "kysely";
import type { Tx } from "../platform/database/db.ts";
import type { AnsweredItem } from "./answered-item.ts";

/** An answer that an item has already. */
export interface CurrentAnswer {
  readonly item_id: string;
  readonly member_id: string;
  readonly guideline_version: number;
  readonly result: unknown;
  readonly fields: FieldAnswers | null;
}

/** The current answers of items in their present round, oldest first. */
export async function listCurrentAnswers(
  tx: Tx,
  item_ids: readonly string[],
): Promise<readonly CurrentAnswer[]> {
  if (item_ids.length === 0) return [];
  const { rows } = await sql<CurrentAnswer>`
    select item_id, member_id, annotations.guideline_version, annotations.result, annotations.fields
    from annotations join items on items.id = item_id and items.round = annotations.round
    where item_id = any(${item_ids}::text[]) and kind = 'annotate' and superseded_at is null
    order by annotations.id`.execute(tx);
  return rows;
}

interface WaitingTask {
  readonly id: string;
  readonly item_id: string;
  readonly member_id: string;
}

/**
 * The annotation tasks of items that members have in hand, or that rework keeps for them, locked: none of them
 * has an answer yet.
 */
export async function lockWaitingTasks(tx: Tx, item_ids: readonly string[]): Promise<readonly WaitingTask[]> {
  const tasks: WaitingTask[] = [];
  // One status at a time: each has an index of its own.
  for (const status of ["leased", "open"]) {
    if (item_ids.length === 0) break;
    const { rows } = await sql<WaitingTask>`
      select tasks.id, item_id, member_id
      from tasks join items on items.id = item_id and items.round = tasks.round
      where item_id = any(${item_ids}::text[]) and kind = 'annotate' and tasks.status = ${sql.lit(status)}
        and annotation_id is null and member_id is not null
      for update of tasks`.execute(tx);
    tasks.push(...rows);
  }
  return tasks;
}

export interface NewAnswer {
  readonly id: string;
  readonly item_id: string;
  readonly task_id: string | null;
  readonly member_id: string;
  readonly round: number;
  readonly result: unknown;
  readonly fields: unknown;
}

interface Given {
  readonly account_id: string;
  readonly batch_id: string;
  readonly guideline_version: number;
  readonly now: Date;
}

/** Stores answers, each as the next version of its member's, and marks the tasks they are for as submitted. */
export async function insertAnswers(tx: Tx, answers: readonly NewAnswer[], given: Given): Promise<void> {
  if (answers.length === 0) return;
  const { account_id, batch_id, guideline_version, now } = given;
  await sql`
    insert into annotations (id, account_id, batch_id, item_id, task_id, member_id, kind, round, version,
      guideline_version, result, fields, created_at)
    select id, ${account_id}, ${batch_id}, item_id, task_id, member_id, 'annotate', round, 1 + coalesce((
        select max(version) from annotations as earlier
        where earlier.item_id = row.item_id and earlier.member_id = row.member_id
          and earlier.kind = 'annotate' and earlier.round = row.round
      ), 0), ${guideline_version}::integer, result, fields, ${now}
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as row (
      id text, item_id text, task_id text, member_id text, round integer, result jsonb, fields jsonb)`.execute(
    tx,
  );
  const submitted = answers.filter(({ task_id }) => task_id !== null);
  if (submitted.length === 0) return;
  await sql`
    update tasks set status = 'submitted', annotation_id = row.id, lease_expires_at = null, draft = null,
      updated_at = ${now}
    from unnest(${submitted.map(({ id }) => id)}::text[], ${submitted.map(({ task_id }) => task_id)}::text[])
      as row (id, task_id)
    where tasks.id = row.task_id`.execute(tx);
}

/** Writes what has become of items, whose labels have the names of `guideline_version`. */
export async function updateAnsweredItems(
  tx: Tx,
  items: readonly AnsweredItem[],
  guideline_version: number,
): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map(({ id, status, answer_count, overlap_required, open_slots, label }) => ({
    ...{ id, status, answer_count, overlap_required, open_slots },
    result: label?.result,
    fields: label?.fields,
    support: label?.support,
  }));
  await sql`
    update items set status = row.status, answer_count = row.answer_count,
      overlap_required = row.overlap_required, open_slots = row.open_slots, result = row.result,
      fields = row.fields, support = row.support,
      origin = case when row.status = 'accepted' then 'consensus' end,
      guideline_version = case when row.status = 'accepted' then ${guideline_version}::integer end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id text, status text, answer_count smallint, overlap_required smallint, open_slots smallint,
      result jsonb, fields jsonb, support real)
    where items.id = row.id`.execute(tx);
}
