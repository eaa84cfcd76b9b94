import { sql } from "kysely";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { noteWork } from "../work-changes.ts";
import { cancelTasks, lockTurns } from "./leases.ts";
import { reserve } from "./reserve.ts";

type BatchRow = Row<"batches">;

/**
 * Reopens locked items for new answers in the batch's current round, first by the members who answered them before. Their
 * tasks show `reason` and, below it, the auditor's.
 */
export async function reopenItems(
  tx: Tx,
  batch: BatchRow,
  ids: readonly string[],
  now: Date,
  reason: string | null = null,
): Promise<void> {
  const { overlap } = batch.policy;
  await cancelTasks(tx, batch.account_id, ids, now);
  await reserve(tx, batch, { ids, reason, round: batch.round }, now);
  await lockTurns(tx, batch.id);
  await noteWork(tx, batch.account_id, batch.id);
  await sql`
    update items set status = 'open', round = ${batch.round}, result = null, fields = null, support = null,
      origin = null, excluded_reason = null, answer_count = 0, skip_count = 0, overlap_required = ${overlap}::integer,
      open_slots = ${overlap}::integer - (
        select count(*) from tasks
        where tasks.account_id = items.account_id and tasks.item_id = items.id and tasks.round = ${batch.round} and tasks.status = 'open'),
      turn = nextval('item_turns')
    where account_id = ${batch.account_id} and id = any(${ids}::text[])`.execute(tx);
}
