import { sql } from "kysely";
import { supersedeAnswersTo } from "../answers/answers.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { giveTurns } from "./leases.ts";
import { addProgress } from "./progress.ts";
import { reserve } from "./reserve.ts";

/** Items of one batch, locked with it, before the change. */
export interface Chosen {
  readonly batch: Row<"batches">;
  readonly items: readonly Pick<Row<"items">, "id" | "status" | "answer_count">[];
  readonly now: Date;
}

/**
 * Sends items back to be answered again in the same round: answers stay recorded but no longer count, members
 * who answered or skipped one may get it again, and unanswered leases keep their slots. New claims use the
 * newest guidelines. With a reason, those who answered get the items first and read it.
 */
export async function requeueItems(
  tx: Tx,
  { batch, items, now }: Chosen,
  { reason = null }: { readonly reason?: string | null | undefined } = {},
): Promise<void> {
  const ids = items.map(({ id }) => id);
  await cancelDoneTasks(tx, batch.account_id, ids, now);
  if (reason !== null) await reserve(tx, batch, { ids, reason, round: null }, now);
  await supersedeAnswersTo(tx, batch.account_id, ids, now);
  await sql`
    update items set status = 'open', result = null, fields = null, support = null, origin = null,
      guideline_version = null, excluded_reason = null, answer_count = 0, skip_count = 0,
      overlap_required = ${batch.policy.overlap}::integer,
      open_slots = greatest(0, ${batch.policy.overlap}::integer - ${waiting("leased")} - ${waiting("open")})
    where account_id = ${batch.account_id} and id = any(${ids}::text[])`.execute(tx);
  const accepted = items.filter(({ status }) => status === "accepted").length;
  const excluded = items.filter(({ status }) => status === "excluded").length;
  const answers = items.reduce((sum, { answer_count }) => sum + answer_count, 0);
  await addProgress(tx, batch, { accepted: -accepted, excluded: -excluded, answers: -answers });
  await giveTurns(tx, [batch.account_id], ids);
}

/** In the items' current round: all answers, skips and adjudications. */
async function cancelDoneTasks(
  tx: Tx,
  account_id: string,
  item_ids: readonly string[],
  now: Date,
): Promise<void> {
  const isDone = sql`tasks.status in ('leased', 'submitted', 'skipped')
    and (tasks.status <> 'leased' or annotation_id is not null or kind = 'adjudicate')`;
  const isOpenAdjudication = sql`tasks.status = 'open' and kind = 'adjudicate'`;
  // Open tasks first: a concurrent claim may lease one, which the second statement then finds leased.
  for (const condition of [isOpenAdjudication, isDone]) {
    await sql`
      update tasks set status = 'canceled', lease_expires_at = null, updated_at = ${now} from items
      where items.account_id = ${account_id} and items.id = any(${item_ids}::text[])
        and tasks.account_id = items.account_id and tasks.item_id = items.id and tasks.round = items.round
        and kind in ('annotate', 'adjudicate') and ${condition}`.execute(tx);
  }
}

/** Annotations that are leased to a member or reserved for one. */
function waiting(status: "leased" | "open") {
  return sql`(
    select count(*) from tasks
    where tasks.account_id = items.account_id and tasks.item_id = items.id and tasks.round = items.round and kind = 'annotate'
      and tasks.status = ${sql.lit(status)})`;
}
