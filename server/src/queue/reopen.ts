import { sql } from "kysely";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { getGuidelineVersion } from "../projects/store.ts";
import { noteWork } from "../work-changes.ts";
import { cancelTasks, lockTurns } from "./leases.ts";

type BatchRow = Row<"batches">;

/** How long a returned item is reserved for its earlier annotators. */
const RESERVED_MS = 24 * 3_600_000;

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
  await reserve(tx, batch, ids, now, reason);
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

/** Keeps a slot of each item for those who gave its answers, as far as they are still there. */
async function reserve(
  tx: Tx,
  batch: BatchRow,
  ids: readonly string[],
  now: Date,
  reason: string | null,
): Promise<void> {
  const guideline_version = await getGuidelineVersion(tx, batch);
  const until = new Date(now.getTime() + RESERVED_MS);
  await sql`
    insert into tasks (id, account_id, batch_id, item_id, kind, round, status, member_id, guideline_version,
      lease_expires_at, reason, created_at, updated_at)
    select 'task_' || upper(substr(md5(earlier.id), 1, 26)), ${batch.account_id}, ${batch.id}, earlier.item_id,
      'annotate', ${batch.round}, 'open', earlier.member_id, ${guideline_version}, ${until},
      nullif(concat_ws(E'\\n', ${reason}::text, audits.reason), ''), ${now}, ${now}
    from (
      select annotations.*, row_number() over (partition by item_id order by annotations.id) as answer_number
      from annotations
      join members on members.account_id = annotations.account_id and members.id = member_id and members.active
      join items on items.account_id = annotations.account_id and items.id = item_id and items.round = annotations.round
      where annotations.account_id = ${batch.account_id} and item_id = any(${ids}::text[]) and kind = 'annotate' and superseded_at is null
    ) as earlier
    left join audits on audits.account_id = ${batch.account_id} and audits.item_id = earlier.item_id and audits.round = ${batch.round - 1}
    where answer_number <= ${batch.policy.overlap}`.execute(tx);
}
