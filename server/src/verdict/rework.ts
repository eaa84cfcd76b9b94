import { nextBatchState } from "@assay/domain/batch.ts";
import { sql } from "kysely";
import { assertFilled } from "../batches/fill.ts";
import { enterProcessing } from "../batches/start.ts";
import { type BatchRow, updateBatch } from "../batches/store.ts";
import type { Tx } from "../platform/database/db.ts";
import { getGuidelineVersion } from "../projects/store.ts";
import { cancelTasks, lockTurns } from "../queue/leases.ts";
import { addProgress } from "../queue/progress.ts";

/** Labels that fewer than this share of the answers stand behind are answered again. */
const LOW_SUPPORT = 0.7;

/** For so long an item that goes back waits for those who answered it before. */
const RESERVED_MS = 24 * 3_600_000;

/**
 * Sends a failed batch into its next round: items that the audit did not accept and those with low support
 * are answered anew, first by their earlier annotators, who are told the auditor's reason; every other label
 * stays, and nothing of the earlier rounds is deleted.
 */
export async function reworkBatch(tx: Tx, before: BatchRow, now: Date): Promise<void> {
  const status = nextBatchState(before.stage, "rework");
  assertFilled(before);
  const begun = { round: before.round + 1, failure_reasons: "[]", updated_at: now };
  const isAmendment = before.amendment !== null;
  const batch = await updateBatch(
    tx,
    before.id,
    isAmendment
      ? { ...begun, amendment: "processing" }
      : { ...begun, status, quality_score: null, processing_at: now, completed_at: null, failed_at: null },
  );
  const { rows } = await sql<{ id: string }>`
    select items.id from items
    left join audits on audits.item_id = items.id and audits.round = ${before.round}
    where items.batch_id = ${batch.id} and items.status = 'accepted'
      and (audits.acceptable = false or (items.support < ${LOW_SUPPORT} and items.origin <> 'gold'))
    order by items.id for update of items`.execute(tx);
  await addProgress(tx, batch.id, { accepted: -rows.length });
  await reopenItems(
    tx,
    batch,
    rows.map(({ id }) => id),
    now,
  );
  if (!isAmendment) await enterProcessing(tx, batch, now);
}

/** Lets locked items be answered anew in the batch's present round, first by those who answered them before. */
export async function reopenItems(tx: Tx, batch: BatchRow, ids: readonly string[], now: Date): Promise<void> {
  const { overlap } = batch.policy;
  await cancelTasks(tx, ids, now);
  await reserve(tx, batch, ids, now);
  await lockTurns(tx, batch.id);
  await sql`
    update items set status = 'open', round = ${batch.round}, result = null, fields = null, support = null,
      origin = null, excluded_reason = null, answer_count = 0, skip_count = 0, overlap_required = ${overlap}::integer,
      open_slots = ${overlap}::integer - (
        select count(*) from tasks
        where tasks.item_id = items.id and tasks.round = ${batch.round} and tasks.status = 'open'),
      turn = nextval('item_turns')
    where id = any(${ids}::text[])`.execute(tx);
}

/** Keeps a slot of each item for those who gave its answers, as far as they are still there. */
async function reserve(tx: Tx, batch: BatchRow, ids: readonly string[], now: Date): Promise<void> {
  const guideline_version = await getGuidelineVersion(tx, batch.project_id);
  const until = new Date(now.getTime() + RESERVED_MS);
  await sql`
    insert into tasks (id, account_id, batch_id, item_id, kind, round, status, member_id, guideline_version,
      lease_expires_at, reason, created_at, updated_at)
    select 'task_' || upper(substr(md5(earlier.id), 1, 26)), ${batch.account_id}, ${batch.id}, earlier.item_id,
      'annotate', ${batch.round}, 'open', earlier.member_id, ${guideline_version}, ${until}, audits.reason, ${now}, ${now}
    from (
      select annotations.*, row_number() over (partition by item_id order by annotations.id) as place
      from annotations join members on members.id = member_id and members.active
      join items on items.id = item_id and items.round = annotations.round
      where item_id = any(${ids}::text[]) and kind = 'annotate' and superseded_at is null
    ) as earlier
    left join audits on audits.item_id = earlier.item_id and audits.round = ${batch.round - 1}
    where place <= ${batch.policy.overlap}`.execute(tx);
}
