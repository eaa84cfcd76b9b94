import { sql } from "kysely";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { getGuidelineVersion } from "../projects/store.ts";

/** How long a returned item is reserved for its earlier annotators. */
const RESERVED_MS = 24 * 3_600_000;

interface Returned {
  readonly ids: readonly string[];
  /** What the annotators read above each item. */
  readonly reason: string | null;
  /** The next round, in which they also read the auditor's reason; null if the items stay in theirs. */
  readonly round: number | null;
}

/**
 * Keeps a slot of each item for those who gave its answers in its round, as far as they are still there and nobody else has the slot. Call it
 * while their answers count and after their own tasks are canceled.
 */
export async function reserve(
  tx: Tx,
  batch: Row<"batches">,
  { ids, reason, round }: Returned,
  now: Date,
): Promise<void> {
  const guideline_version = await getGuidelineVersion(tx, batch);
  const until = new Date(now.getTime() + RESERVED_MS);
  await sql`
    insert into tasks (id, account_id, batch_id, item_id, kind, round, status, member_id, guideline_version,
      lease_expires_at, reason, created_at, updated_at)
    select 'task_' || upper(substr(md5(earlier.id), 1, 26)), ${batch.account_id}, ${batch.id}, earlier.item_id,
      'annotate', coalesce(${round}::integer, earlier.round), 'open', earlier.member_id, ${guideline_version}, ${until},
      nullif(concat_ws(E'\\n', ${reason}::text, audits.reason), ''), ${now}, ${now}
    from (
      select annotations.*, row_number() over (partition by item_id order by annotations.id) as answer_number
      from annotations
      join members on members.account_id = annotations.account_id and members.id = member_id and members.active
      join items on items.account_id = annotations.account_id and items.id = item_id and items.round = annotations.round
      where annotations.account_id = ${batch.account_id} and item_id = any(${ids}::text[]) and kind = 'annotate' and superseded_at is null
    ) as earlier
    left join audits on audits.account_id = ${batch.account_id} and audits.item_id = earlier.item_id and audits.round = ${round}::integer - 1
    where answer_number <= ${batch.policy.overlap}::integer - (
      select count(*) from tasks
      where tasks.account_id = ${batch.account_id} and tasks.item_id = earlier.item_id and tasks.kind = 'annotate'
        and tasks.round = coalesce(${round}::integer, earlier.round) and tasks.status in ('open', 'leased'))`.execute(
    tx,
  );
}
