import { sql } from "kysely";
import { isForGroups } from "../bounds/within.ts";
import type { Db } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";

export type TaskRow = Row<"tasks">;

/** The member and scope of a claim. */
export interface Scope {
  readonly account_id: string;
  readonly member_id: string;
  readonly batch_id: string | undefined;
  readonly project_id: string | undefined;
  /** The member's projects; null for all. */
  readonly project_ids: readonly string[] | null;
  /** The member's groups. */
  readonly groups: readonly string[];
}

/** The first item of a batch and priority that a member may annotate, read without a lock. */
export interface Candidate {
  readonly batch_id: string;
  readonly guideline_version: number;
  /** The share of claims that get gold, 0 to 1; 0 for a batch without known answers. */
  readonly gold_share: number;
  readonly priority: number;
  readonly turn: number;
  readonly claim_order: number;
}

/** Batches of the scope with claimable work, with their projects. */
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
export function byBatchPriority(column: "batches.priority" | "ahead.batch_priority") {
  return sql`array_position(array['high', 'normal', 'low'], ${sql.ref(column)})`;
}

/**
 * A member never gets an item again that they hold, answered or skipped in this round. `offset 0` keeps both
 * conditions to one index probe per item: as a join, and before the tables' first statistics, PostgreSQL read
 * all of the member's rows each time, 3 ms a claim after 1,600.
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

/** Members do not audit items that they annotated or adjudicated, unless they work alone. */
export function canAudit(member_id: string, isAlone: boolean) {
  return sql`(${isAlone} or not exists (
    select 1 from annotations
    where annotations.item_id = tasks.item_id and annotations.member_id = ${member_id}
      and (annotations.kind <> 'audit' or ${IS_DELIVERED_CORRECTION})))`;
}

/** The condition that an audit, of the row `annotations`, is the delivered correction of its item. */
export const IS_DELIVERED_CORRECTION = sql<boolean>`exists (
  select from audits join items on items.id = audits.item_id
  where audits.annotation_id = annotations.id and audits.corrected is not null and items.origin = 'audit')`;

/** An open task is not for a member who holds, answered or skipped another of its kind and round. */
export function hasOpenTaskFor(member_id: string) {
  return sql`not exists (
    select 1 from tasks as mine
    where mine.item_id = tasks.item_id and mine.member_id = ${member_id} and mine.kind = tasks.kind
      and mine.round = tasks.round and mine.status in ('leased', 'submitted', 'skipped'))`;
}

/** The open tasks to look for. */
export interface OpenWish {
  readonly kinds: readonly string[];
  /** Whether the member works alone, and so may audit their own answers. */
  readonly isAlone: boolean;
}

/** Open tasks for the member: `tasks` with their `batches`. */
export function openTasksFor(scope: Scope, { kinds, isAlone }: OpenWish) {
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

/** The findings of a claim, read without locks. */
export interface Ahead {
  /** Whether there is an open task for the member (see `leaseOpenTasks`). */
  readonly hasOpen: boolean;
  /** The member's next item in each open batch of the scope, best first. */
  readonly candidates: readonly Candidate[];
}

/**
 * Finds work for the member in one round trip. Candidates are ordered by batch priority, item priority and
 * oldest batch. In a batch the walk starts at the member's cursor, so its cost does not grow with the
 * member's answers (ADR 0005); one index probe finds each existing priority.
 */
export async function lookAhead(db: Db, scope: Scope, wish: OpenWish): Promise<Ahead> {
  const { rows } = await sql<Candidate & { has_open: boolean }>`${selectAhead(scope, wish)}`.execute(db);
  const candidates = rows.filter(({ batch_id }) => batch_id !== null);
  return { hasOpen: rows.some(({ has_open }) => has_open), candidates };
}

/**
 * The query of `lookAhead`: a row per candidate, a single one without candidate if there is none, each with
 * `has_open`.
 */
export function selectAhead(scope: Scope, wish: OpenWish) {
  return sql`
    select open.has_open, ahead.*
    from (select exists (select from ${openTasksFor(scope, wish)}) as has_open) as open
    left join (${candidatesFor(scope)}) as ahead on true
    order by ${byBatchPriority("ahead.batch_priority")}, ahead.priority desc, ahead.created_at, ahead.batch_id`;
}

function candidatesFor(scope: Scope) {
  return sql`
    select batches.id as batch_id, batches.priority as batch_priority, batches.created_at, projects.guideline_version,
      batches.gold_share, next.priority, next.turn, next.claim_order
    from (
      select batches.id, batches.priority, batches.created_at, batches.project_id,
        case when exists (select from gold_answers where batch_id = batches.id)
          then coalesce((batches.policy ->> 'gold_share')::double precision, 0) else 0 end as gold_share
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
