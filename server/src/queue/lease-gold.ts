import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../platform/database/db.ts";
import type { Candidate, Scope } from "./candidates.ts";
import type { TaskRow } from "./claimable.ts";
import { type Lease, ownDraft } from "./lease.ts";

/** The condition, on the row `items` with a known answer, that the member has no task or answer on it. */
export function isNewGoldFor(member_id: string) {
  return sql`items.status <> 'excluded'
    and not exists (
      select from tasks
      where tasks.account_id = items.account_id and tasks.item_id = items.id and tasks.member_id = ${member_id}
        and tasks.status in ('leased', 'submitted', 'skipped') offset 0) -- or it may be a join with all of theirs
    and not exists (
      select from annotations
      where annotations.account_id = items.account_id and annotations.item_id = items.id
        and annotations.member_id = ${member_id} offset 0)`;
}

/** Gold items that a claim examines: the cost must not grow with the member's answers. */
const NEAR = 50;

/**
 * Leases an item with a known answer that the member has never seen, in the candidate's batch: the first one
 * from a random draw on. An item that waits for answers gives up a slot, as in any claim; for any other
 * item the answer has kind `gold`, which only measures the member (ADR 0028).
 */
export async function leaseGold(
  tx: Tx,
  scope: Scope,
  { batch_id, guideline_version }: Candidate,
  { id, now, lease_expires_at }: Lease & { readonly id: string },
): Promise<TaskRow | undefined> {
  const { account_id, member_id } = scope;
  const draw = Math.random();
  const next = (side: RawBuilder<unknown>) => sql`
        (select item_id from gold_answers
         where account_id = ${account_id} and batch_id = ${batch_id} and draw ${side} ${draw}
         order by draw limit ${sql.lit(NEAR)})`;
  const { rows } = await sql<TaskRow>`
    with found as (
      select items.id, items.open_slots > 0 as counts,
        case when items.open_slots > 0 then items.round else batches.round end as round
      from (${next(sql`>=`)} union all ${next(sql`<`)}
      ) as near
      join items on items.account_id = ${account_id} and items.id = near.item_id
      join batches on batches.account_id = items.account_id and batches.id = ${batch_id}
      where ${isNewGoldFor(member_id)}
      limit 1
      for update of items skip locked
    ), made as (
      insert into tasks (id, account_id, batch_id, item_id, kind, round, status, member_id, guideline_version,
        lease_expires_at, leased_at, draft, revision, created_at, updated_at)
      select ${id}, ${account_id}, ${batch_id}, id, case when counts then 'annotate' else 'gold' end, round, 'leased',
        ${member_id}, ${guideline_version}::integer, ${lease_expires_at}, ${now}, own.draft, coalesce(own.revision, 0),
        ${now}, ${now}
      from found ${ownDraft(sql`found`, scope)}
      on conflict (item_id, member_id, round, kind) where status in ('leased', 'submitted', 'skipped') do nothing
      returning *
    ), leased as (
      update items set open_slots = open_slots - 1 from made
      where items.account_id = made.account_id and items.id = made.item_id and made.kind = 'annotate'
    )
    select * from made`.execute(tx);
  return rows[0];
}
