import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Candidate, Scope } from "./candidates.ts";
import {
  batchesAhead,
  byBatchPriority,
  claimable,
  isOpenFor,
  judgedBatches,
  lookOver,
  notYetTaken,
  OPEN_STAGES,
  reservedBatches,
  selectAhead,
  type TaskRow,
} from "./claimable.ts";
import { MOST_KEPT, type OpenWish } from "./looks.ts";

/**
 * The newest draft that the member left of an item (a row of `items`, in `round`), with its revision: they
 * continue with it when they get the item again.
 */
export function ownDraft(
  item: RawBuilder<unknown>,
  { account_id, member_id }: Pick<Scope, "account_id" | "member_id">,
) {
  return sql`
    left join lateral (
      select draft, revision from tasks
      where tasks.account_id = ${account_id} and tasks.item_id = ${item}.id and tasks.member_id = ${member_id}
        and tasks.round = ${item}.round
        and tasks.status in ('released', 'expired') and tasks.kind in ('annotate', 'gold') and draft is not null
      order by tasks.id desc limit 1
    ) as own on true`;
}

/** The start and end of a lease. */
export interface Lease {
  readonly now: Date;
  readonly lease_expires_at: Date;
}

/** The leases to make: one per id, in their order. */
export interface Leasing extends Lease {
  readonly ids: readonly string[];
}

/**
 * Leases items from `candidate` on, in its batch and priority, each with a task for the member: as many as
 * there are `ids`, if available. Skips items that others have locked at this moment. Moves the member's
 * cursor to the first claimed item if nothing was skipped before it.
 */
export async function leaseItems(
  tx: Tx,
  scope: Scope,
  candidate: Candidate,
  leasing: Leasing,
): Promise<TaskRow[]> {
  const { batch_id, priority, turn, claim_order, guideline_version } = candidate;
  const given = sql`
    select ${batch_id}::text as batch_id, ${priority}::integer as priority, ${turn}::bigint as turn,
      ${claim_order}::bigint as claim_order, ${guideline_version}::integer as guideline_version`;
  const { rows } = await sql<TaskRow>`
    ${leasingFrom(given, scope, leasing)} select * from made`.execute(tx);
  return rows;
}

/**
 * The same for the member's best candidate, in the same round trip that finds it; none if there is an open
 * task, or if `chance` of 0 to 1 means gold. The statement is its own transaction, whose commit does not wait
 * for the disk: a lease that a crash of the database loses is claimed again (ADR 0043).
 */
export async function leaseAtOnce(
  db: Db,
  scope: Scope,
  { chance, ...leasing }: Leasing & { readonly chance: number },
): Promise<TaskRow[]> {
  const look = await lookOver(db, { scope, wish: null, most: MOST_KEPT });
  const best = sql`
    select * from (${selectAhead(scope, look)} limit 1) as best
    where not has_reserved and gold_share <= ${chance}`;
  const { rows } = await sql<TaskRow>`
    ${leasingFrom(best, scope, leasing)}
    select made.* from made
    cross join (select set_config('synchronous_commit', 'off', true) offset 0) as settings`.execute(db);
  return rows;
}

/** The WITH queries of a statement that leases items from the row `candidate` on; `made` are the tasks. */
function leasingFrom(candidate: RawBuilder<unknown>, scope: Scope, { ids, now, lease_expires_at }: Leasing) {
  const { account_id, member_id } = scope;
  return sql`
    with candidate as materialized (${candidate}), free as materialized (
      select items.* from candidate cross join lateral (
        select id, round, turn, claim_order from items
        where account_id = ${account_id} and batch_id = candidate.batch_id and priority = candidate.priority and open_slots > 0
          and (turn, claim_order) >= (candidate.turn, candidate.claim_order)
          and ${notYetTaken(member_id)}
        order by turn, claim_order
        limit ${sql.lit(ids.length)} -- in the text, or no plan that is kept would count on few rows
        for update skip locked
      ) as items
    ), numbered as (
      select *, row_number() over (order by turn, claim_order) as nth from free
    ), made as (
      insert into tasks (id, account_id, batch_id, item_id, kind, round, status, member_id, guideline_version,
        lease_expires_at, leased_at, draft, revision, created_at, updated_at)
      select (${ids}::text[])[nth], ${account_id}, candidate.batch_id, id, 'annotate', round, 'leased', ${member_id},
        candidate.guideline_version, ${lease_expires_at}, ${now}, own.draft, coalesce(own.revision, 0), ${now}, ${now}
      from candidate cross join numbered ${ownDraft(sql`numbered`, scope)} order by nth
      -- Another claim of this member, which this statement's snapshot did not see, may have the item.
      on conflict (item_id, member_id, round, kind) where status in ('leased', 'submitted', 'skipped') do nothing
      returning *
    ), leased as (
      update items set open_slots = open_slots - 1 from made
      where items.account_id = made.account_id and items.id = made.item_id
    ), advanced as (
      insert into claim_cursors (account_id, member_id, batch_id, priority, turn, claim_order)
      select ${account_id}, ${member_id}, batch_id, priority, numbered.turn, numbered.claim_order from candidate cross join numbered
      where nth = 1 and (numbered.turn, numbered.claim_order) = (candidate.turn, candidate.claim_order)
        and exists (select from made) -- else the cursor's row would be locked while this claim waits for an item
      on conflict (member_id, batch_id, priority) do update
        set turn = excluded.turn, claim_order = excluded.claim_order
    )`;
}

/** Waits until nobody has the candidate locked, without locking it: a claim that waits locks no item. */
export async function waitForItem(tx: Tx, account_id: string, candidate: Candidate): Promise<void> {
  const { batch_id, priority, turn, claim_order } = candidate;
  await sql`savepoint waiting`.execute(tx);
  await sql`
    select from items
    where account_id = ${account_id} and batch_id = ${batch_id} and priority = ${priority} and turn = ${turn} and claim_order = ${claim_order}
      and open_slots > 0
    for update`.execute(tx);
  await sql`rollback to savepoint waiting`.execute(tx);
}

/**
 * Leases up to `count` open tasks: audits, adjudications, and annotations that rework reserves for earlier
 * annotators. Nobody gets one on an item that they annotated or adjudicated, unless they work alone. Of the batches of an account
 * or project, it reads the first ones with tasks for the member (ADR 0075), and more only if others have locked those tasks.
 */
export async function leaseOpenTasks(
  tx: Tx,
  scope: Scope,
  wish: OpenWish & Lease & { readonly count: number },
): Promise<TaskRow[]> {
  const { kinds, isAlone, count } = wish;
  const judged = kinds.filter((kind) => kind !== "annotate").toSorted();
  const most = Math.max(count, MOST_KEPT);
  const batch_ids =
    judged.length === 0 || scope.batch_id !== undefined
      ? []
      : await batchesAhead(tx, { scope, wish: { kinds: judged, isAlone }, most });
  const leased = await leaseOpenTasksOf(tx, scope, sql`${batch_ids}::text[]`, wish);
  if (leased.length === count || batch_ids.length < most) return leased;
  const rest = { ...wish, count: count - leased.length };
  return [...leased, ...(await leaseOpenTasksOf(tx, scope, sql`array(${judgedBatches(scope)})`, rest))];
}

/** The same of these batches, and those with tasks that rework reserves. Locks only what it leases. */
async function leaseOpenTasksOf(
  tx: Tx,
  scope: Scope,
  batch_ids: RawBuilder<unknown>,
  wish: OpenWish & Lease & { readonly count: number },
): Promise<TaskRow[]> {
  const { account_id, member_id, batch_id } = scope;
  const { kinds, count, now, lease_expires_at } = wish;
  const reserved = kinds.includes("annotate") ? sql`|| array(${reservedBatches(scope)})` : sql``;
  const isAhead = batch_id === undefined ? sql`and batches.id = any(${batch_ids} ${reserved})` : sql``;
  const { rows } = await sql<TaskRow>`
    with chosen as materialized (
      select next.id, priority_rank, batches.created_at
      from (
        select batches.id, batches.created_at, ${byBatchPriority("batches.priority")} as priority_rank
        from ${claimable(scope, OPEN_STAGES)} ${isAhead}
        order by priority_rank, batches.created_at, batches.id
      ) as batches
      cross join lateral (
        select tasks.id from tasks
        where tasks.account_id = ${account_id} and tasks.batch_id = batches.id and ${isOpenFor(scope, wish)}
        order by tasks.id limit ${sql.lit(count)} for update of tasks skip locked
      ) as next
      limit ${sql.lit(count)} -- without an order of its own, which would lock the tasks of all batches first
    ), leased as (
      update tasks set status = 'leased', member_id = ${member_id}, lease_expires_at = ${lease_expires_at},
        leased_at = ${now}, updated_at = ${now}, draft = null, -- another's, whose lease ended
        guideline_version = case when kind = 'audit' then tasks.guideline_version else (
          select projects.guideline_version
          from batches join projects on projects.account_id = batches.account_id and projects.id = project_id
          where batches.account_id = tasks.account_id and batches.id = tasks.batch_id) end
      from chosen where tasks.account_id = ${account_id} and tasks.id = chosen.id
      returning tasks.*
    )
    select leased.* from leased join chosen on chosen.id = leased.id
    order by chosen.priority_rank, chosen.created_at, leased.id`.execute(tx);
  return rows;
}
