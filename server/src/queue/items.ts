import { type RawBuilder, sql } from "kysely";
import { isStanding } from "../answers/answers.ts";
import type { SettledItem } from "../answers/decide.ts";
import type { Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { accountsOf } from "./leases.ts";

/**
 * Writes the changed labels and counts of items (locked by `tx`), and opens the adjudications that they need.
 * Afterwards call `addProgress` and, for items that wait for one more answer, `giveTurns`.
 */
export async function writeItems(tx: Tx, items: readonly SettledItem[], now: Date): Promise<void> {
  if (items.length === 0) return;
  await sql`with ${writingItems(items)} select`.execute(tx);
  await completeItems(tx, items, now);
}

/**
 * The WITH query of a statement that writes the changed labels and counts of items. Afterwards call
 * `completeItems`.
 */
export function writingItems(items: readonly SettledItem[]): RawBuilder<unknown> {
  const rows = items.map(({ label, guideline_version, ...item }) => {
    const { account_id, id, status, answer_count, skip_count, overlap_required, open_slots } = item;
    const state = { account_id, id, status, answer_count, skip_count, overlap_required, open_slots };
    return { ...state, ...(label && { ...label, guideline_version, origin: item.origin ?? "consensus" }) };
  });
  return sql`
    written as (
      update items set status = row.status, answer_count = row.answer_count, skip_count = row.skip_count,
        overlap_required = row.overlap_required, open_slots = row.open_slots, result = row.result, fields = row.fields,
        support = row.support, origin = row.origin, guideline_version = row.guideline_version
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        account_id text, id text, status text, answer_count smallint, skip_count smallint, overlap_required smallint, open_slots smallint,
        result jsonb, fields jsonb, support real, origin text, guideline_version integer)
      where items.account_id = row.account_id and items.id = row.id
    )`;
}

/** Gives written items their known answers, and opens the adjudications that they need. */
export async function completeItems(tx: Tx, items: readonly SettledItem[], now: Date): Promise<void> {
  const known = items.filter(({ isKnown }) => isKnown);
  await deliverGold(tx, accountsOf(known), idsOf(known));
  const disputed = items.filter(({ waitsFor }) => waitsFor === "adjudication");
  await askAdjudications(tx, accountsOf(disputed), idsOf(disputed), now);
}

/**
 * Gives accepted items of these accounts (locked by `tx`) their known answer as label, if they have one. Its support is
 * the share of right answers, null without any.
 */
export async function deliverGold(
  tx: Tx,
  account_ids: readonly string[],
  item_ids: readonly string[],
): Promise<void> {
  if (item_ids.length === 0) return;
  await sql`
    update items set result = gold_answers.result, fields = gold_answers.fields, origin = 'gold',
      guideline_version = gold_answers.guideline_version,
      support = (
        select avg(gold_right::integer) from annotations
        where annotations.account_id = items.account_id and annotations.item_id = items.id
          and annotations.round = items.round and kind = 'annotate' and gold_right is not null and ${isStanding})
    from gold_answers
    where items.account_id = any(${account_ids}::text[]) and items.id = any(${item_ids}::text[]) and status = 'accepted'
      and gold_answers.account_id = items.account_id and gold_answers.item_id = items.id`.execute(tx);
}

/** Opens an adjudication of each item of these accounts (locked by `tx`) that has none open or leased in its round. */
export async function askAdjudications(
  tx: Tx,
  account_ids: readonly string[],
  item_ids: readonly string[],
  now: Date,
): Promise<void> {
  if (item_ids.length === 0) return;
  const stands = (status: "open" | "leased") => sql`exists (
    select from tasks
    where tasks.account_id = items.account_id and tasks.item_id = items.id and kind = 'adjudicate'
      and tasks.round = items.round and tasks.status = ${sql.lit(status)})`;
  await sql`
    insert into tasks
      (id, account_id, batch_id, item_id, kind, round, status, guideline_version, created_at, updated_at)
    select asked.id, items.account_id, batches.id, items.id, 'adjudicate', items.round, 'open',
      projects.guideline_version, ${now}, ${now}
    from unnest(${item_ids.map(() => newId("task"))}::text[], ${item_ids}::text[]) as asked (id, item_id)
    join items on items.account_id = any(${account_ids}::text[]) and items.id = asked.item_id
    join batches on batches.account_id = items.account_id and batches.id = items.batch_id
    cross join lateral (
      select guideline_version from projects
      where account_id = batches.account_id and id = batches.project_id offset 0) as projects
    where not ${stands("open")} and not ${stands("leased")}`.execute(tx);
}

function idsOf(items: readonly SettledItem[]): string[] {
  return items.map(({ id }) => id);
}
