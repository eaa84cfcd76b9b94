import { type RawBuilder, sql } from "kysely";
import { isForGroups } from "../bounds/within.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";

export type TaskRow = Row<"tasks">;

/** Whose queue is walked, and where. */
export interface Scope {
  readonly account_id: string;
  readonly member_id: string;
  readonly batch_id: string | undefined;
  readonly project_id: string | undefined;
  /** The projects that the member belongs to; null for all. */
  readonly project_ids: readonly string[] | null;
  /** The groups that the member belongs to. */
  readonly groups: readonly string[];
}

/** The first item of a batch and priority that a member may annotate, as it stood without a lock. */
export interface Candidate {
  readonly batch_id: string;
  readonly guideline_version: number;
  /** The share of claims that get gold, 0 to 1. */
  readonly gold_share: number;
  readonly priority: number;
  readonly turn: number;
  readonly claim_order: number;
}

/** Batches of the scope whose work may be claimed, with their projects. */
export function claimable(scope: Scope, statuses: readonly string[]) {
  const { account_id, member_id, batch_id, project_id, project_ids, groups } = scope;
  return sql`
    batches join projects on projects.id = batches.project_id and projects.status = 'active'
    where batches.account_id = ${account_id} and batches.stage = any(${statuses}::text[])
      and not batches.hold and batches.filling is null and batches.deleted_at is null
      ${batch_id === undefined ? sql`` : sql`and batches.id = ${batch_id}`}
      ${project_id === undefined ? sql`` : sql`and batches.project_id = ${project_id}`}
      ${project_ids === null ? sql`` : sql`and batches.project_id = any(${project_ids}::text[])`}
      and ${isForGroups("projects.groups", groups)}
      and not exists (
        select from pauses
        where pauses.member_id = ${member_id} and pauses.project_id = batches.project_id and resumed_at is null)`;
}

/** High before normal before low. */
function byBatchPriority(column: "batches.priority" | "ahead.batch_priority") {
  return sql`array_position(array['high', 'normal', 'low'], ${sql.ref(column)})`;
}

/**
 * An item that the member has in hand, has answered or has skipped in this round is not theirs again. `offset 0` keeps
 * both to one probe for each item: as a join, and before the tables' first statistics, PostgreSQL read all that the
 * member has each time, 3 ms a claim after 1,600.
 */
export function notYetTaken(member_id: string) {
  return sql`not exists (
    select 1 from tasks
    where tasks.item_id = items.id and tasks.member_id = ${member_id} and tasks.round = items.round
      and tasks.kind in ('annotate', 'gold') and tasks.status in ('leased', 'submitted', 'skipped') offset 0)
    and not exists (
      select 1 from annotations
      where annotations.item_id = items.id and annotations.member_id = ${member_id}
        and annotations.round = items.round and annotations.kind = 'annotate' and annotations.superseded_at is null
      offset 0)`;
}

/** Who annotated or adjudicated an item does not judge it, unless they work alone. */
export function canAudit(member_id: string, isAlone: boolean) {
  return sql`(${isAlone} or not exists (
    select 1 from annotations
    where annotations.item_id = tasks.item_id and annotations.member_id = ${member_id}
      and (annotations.kind <> 'audit' or ${IS_DELIVERED_CORRECTION})))`;
}

/** The condition that an audit, of the row `annotations`, is the correction that its item is delivered with. */
export const IS_DELIVERED_CORRECTION = sql<boolean>`exists (
  select from audits join items on items.id = audits.item_id
  where audits.annotation_id = annotations.id and audits.corrected is not null and items.origin = 'audit')`;

/** A task that stands open is not for a member who has, has answered or has skipped another of its kind and round. */
export function hasOpenTaskFor(member_id: string) {
  return sql`not exists (
    select 1 from tasks as mine
    where mine.item_id = tasks.item_id and mine.member_id = ${member_id} and mine.kind = tasks.kind
      and mine.round = tasks.round and mine.status in ('leased', 'submitted', 'skipped'))`;
}

/** Which tasks that stand open are looked for. */
export interface OpenWish {
  readonly kinds: readonly string[];
  /** Whether the member works alone, and so audits their own answers. */
  readonly isAlone: boolean;
}

/** Tasks that stand open for the member: `tasks` with their `batches`. */
function openTasksFor(scope: Scope, { kinds, isAlone }: OpenWish) {
  const { member_id } = scope;
  return sql`
    tasks
    join (select batches.id, batches.priority, batches.created_at
          from ${claimable(scope, ["created", "processing", "completed"])}) as batches on batches.id = tasks.batch_id
    where tasks.status = 'open' and tasks.kind = any(${kinds}::text[])
      and (tasks.member_id = ${member_id} or tasks.kind <> 'annotate')
      and (tasks.kind = 'annotate' or ${canAudit(member_id, isAlone)})
      and ${hasOpenTaskFor(member_id)}`;
}

/** What a claim finds, as it stood without a lock. */
export interface Ahead {
  /** Whether a task stands open for the member (see `leaseOpenTasks`). */
  readonly hasOpen: boolean;
  /** The member's next item in each open batch of the scope, the best first. */
  readonly candidates: readonly Candidate[];
}

/**
 * What there is for the member, in one round trip. Candidates come by batch priority, item priority and
 * oldest batch. In a batch the walk starts behind the member's cursor, so its cost does not grow with what
 * the member has answered (ADR 0005); the priorities that occur are found by one index probe each.
 */
export async function lookAhead(db: Db, scope: Scope, wish: OpenWish): Promise<Ahead> {
  const { rows } = await sql<{ has_open: boolean; candidate: Candidate | null }>`
    select open.has_open, to_json(ahead) as candidate
    from (select exists (select from ${openTasksFor(scope, wish)}) as has_open) as open
    left join (${candidatesFor(scope)}) as ahead on true
    order by ${byBatchPriority("ahead.batch_priority")}, ahead.priority desc, ahead.created_at, ahead.batch_id`.execute(
    db,
  );
  const candidates = rows.flatMap(({ candidate }) => candidate ?? []);
  return { hasOpen: rows.some(({ has_open }) => has_open), candidates };
}

function candidatesFor(scope: Scope) {
  return sql`
    select batches.id as batch_id, batches.priority as batch_priority, batches.created_at, projects.guideline_version,
      batches.gold_share, next.priority, next.turn, next.claim_order
    from (
      select batches.id, batches.priority, batches.created_at, batches.project_id,
        coalesce((batches.policy ->> 'gold_share')::double precision, 0) as gold_share
      from ${claimable(scope, ["created", "processing"])}
    ) as batches
    join projects on projects.id = batches.project_id
    cross join lateral (
      with recursive levels (priority) as (
        (select priority from items where batch_id = batches.id and open_slots > 0 order by priority desc limit 1)
        union all
        select (select items.priority from items
                where batch_id = batches.id and open_slots > 0 and items.priority < levels.priority
                order by items.priority desc limit 1)
        from levels where levels.priority is not null
      )
      select levels.priority, first.turn, first.claim_order
      from levels
      left join claim_cursors on claim_cursors.member_id = ${scope.member_id}
        and claim_cursors.batch_id = batches.id and claim_cursors.priority = levels.priority
      cross join lateral (
        select turn, claim_order from items
        where items.batch_id = batches.id and items.priority = levels.priority and open_slots > 0
          and (turn, claim_order) > (coalesce(claim_cursors.turn, -1), coalesce(claim_cursors.claim_order, -1))
          and ${notYetTaken(scope.member_id)}
        order by turn, claim_order limit 1
      ) as first
      order by levels.priority desc limit 1
    ) as next`;
}

/**
 * The newest draft that the member left of an item (a row of `items`, in `round`), with its revision: they go on
 * with it when they are given the item again.
 */
export function ownDraft(item: RawBuilder<unknown>, member_id: string) {
  return sql`
    left join lateral (
      select draft, revision from tasks
      where tasks.item_id = ${item}.id and tasks.member_id = ${member_id} and tasks.round = ${item}.round
        and tasks.status in ('released', 'expired') and tasks.kind in ('annotate', 'gold') and draft is not null
      order by tasks.id desc limit 1
    ) as own on true`;
}

/** From when to when a task is leased. */
export interface Lease {
  readonly now: Date;
  readonly lease_expires_at: Date;
}

/**
 * Leases items from `candidate` on, in its batch and priority, each with a task for the member: as many as `ids`
 * names, if there are.
 * Items that others have locked at this moment are passed over. The member's cursor moves to the first item
 * claimed where nothing was passed over before it.
 */
export async function leaseItems(
  tx: Tx,
  scope: Scope,
  candidate: Candidate,
  { ids, now, lease_expires_at }: Lease & { readonly ids: readonly string[] },
): Promise<TaskRow[]> {
  const { account_id, member_id } = scope;
  const { batch_id, priority, turn, claim_order, guideline_version } = candidate;
  const { rows } = await sql<TaskRow>`
    with free as (
      select id, round, turn, claim_order from items
      where batch_id = ${batch_id} and priority = ${priority} and open_slots > 0
        and (turn, claim_order) >= (${turn}::bigint, ${claim_order}::bigint)
        and ${notYetTaken(member_id)}
      order by turn, claim_order
      limit ${sql.lit(ids.length)} -- in the text, or no plan that is kept would count on few rows
      for update skip locked
    ), numbered as (
      select *, row_number() over (order by turn, claim_order) as place from free
    ), made as (
      insert into tasks (id, account_id, batch_id, item_id, kind, round, status, member_id, guideline_version,
        lease_expires_at, leased_at, draft, revision, created_at, updated_at)
      select (${ids}::text[])[place], ${account_id}, ${batch_id}, id, 'annotate', round, 'leased', ${member_id},
        ${guideline_version}::integer, ${lease_expires_at}, ${now}, own.draft, coalesce(own.revision, 0), ${now}, ${now}
      from numbered ${ownDraft(sql`numbered`, member_id)} order by place
      -- Another claim of this member, which this statement's snapshot did not see, may have the item.
      on conflict (item_id, member_id, round, kind) where status in ('leased', 'submitted', 'skipped') do nothing
      returning *
    ), leased as (
      update items set open_slots = open_slots - 1 from made where items.id = made.item_id
    ), advanced as (
      insert into claim_cursors (member_id, batch_id, priority, turn, claim_order)
      select ${member_id}, ${batch_id}, ${priority}, turn, claim_order from numbered
      where place = 1 and (turn, claim_order) = (${turn}::bigint, ${claim_order}::bigint)
        and exists (select from made) -- else the cursor's row would be locked while this claim waits for an item
      on conflict (member_id, batch_id, priority) do update
        set turn = excluded.turn, claim_order = excluded.claim_order
    )
    select * from made`.execute(tx);
  return rows;
}

/** Waits until nobody has the candidate locked, and does not keep it: a claim that waits holds no item. */
export async function waitForItem(tx: Tx, candidate: Candidate): Promise<void> {
  const { batch_id, priority, turn, claim_order } = candidate;
  await sql`savepoint waiting`.execute(tx);
  await sql`
    select from items
    where batch_id = ${batch_id} and priority = ${priority} and turn = ${turn} and claim_order = ${claim_order}
      and open_slots > 0
    for update`.execute(tx);
  await sql`rollback to savepoint waiting`.execute(tx);
}

/**
 * Leases up to `count` tasks that stand open: audits, adjudications, and annotations that rework keeps for
 * their earlier annotators. Nobody gets one on an item that they annotated or adjudicated, unless they work alone.
 */
export async function leaseOpenTasks(
  tx: Tx,
  scope: Scope,
  wish: OpenWish & Lease & { readonly count: number },
): Promise<TaskRow[]> {
  const { member_id } = scope;
  const { count, now, lease_expires_at } = wish;
  const { rows } = await sql<TaskRow>`
    with chosen as (
      select tasks.id, ${byBatchPriority("batches.priority")} as place, batches.created_at
      from ${openTasksFor(scope, wish)}
      order by place, batches.created_at, tasks.id
      limit ${count} for update of tasks skip locked
    ), leased as (
      update tasks set status = 'leased', member_id = ${member_id}, lease_expires_at = ${lease_expires_at},
        leased_at = ${now}, updated_at = ${now}, draft = null, -- another's, whose lease ended
        guideline_version = case when kind = 'audit' then tasks.guideline_version else (
          select projects.guideline_version from batches join projects on projects.id = project_id
          where batches.id = tasks.batch_id) end
      from chosen where tasks.id = chosen.id
      returning tasks.*
    )
    select leased.* from leased join chosen on chosen.id = leased.id
    order by chosen.place, chosen.created_at, leased.id`.execute(tx);
  return rows;
}
