import { type RawBuilder, sql } from "kysely";
import { isForGroups } from "../bounds/within.ts";
import type { Db } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { type Candidate, CHECK_STATUSES, type Scope } from "./candidates.ts";
import { isStale, keepLook, type Look, MOST_KEPT, type OpenWish, recallLook, type Search } from "./looks.ts";

export type TaskRow = Row<"tasks">;

/** Batches of the scope with claimable work, with their projects. */
export function claimable(scope: Scope, statuses: readonly string[]) {
  const { account_id, member_id, is_model, batch_id, project_id, project_ids, groups } = scope;
  return sql`
    batches join lateral (
      select * from projects where account_id = batches.account_id and id = batches.project_id
      offset 0 -- or all projects of the account may be read
    ) as projects on projects.status = 'active'
    where batches.account_id = ${account_id} and batches.stage = any(${statuses}::text[])
      and not batches.hold and batches.filling is null and batches.deleted_at is null
      ${batch_id === undefined ? sql`` : sql`and batches.id = ${batch_id}`}
      ${project_id === undefined ? sql`` : sql`and batches.project_id = ${project_id}`}
      ${project_ids === null ? sql`` : sql`and batches.project_id = any(${project_ids}::text[])`}
      and ${isForGroups("projects.groups", groups)}
      ${
        is_model
          ? sql`and not exists (
        select from auto_accepts
        where auto_accepts.account_id = batches.account_id and auto_accepts.batch_id = batches.id and auto_accepts.status = any(${CHECK_STATUSES}::text[]))`
          : sql``
      }
      and not exists (
        select from pauses
        where pauses.account_id = batches.account_id and pauses.member_id = ${member_id}
          and pauses.project_id = batches.project_id and resumed_at is null)`;
}

/**
 * The condition that the member may annotate in the project of the row `projects`: it trains nobody, or they have passed. Models
 * are not trained. Audits need no training: a lead decides who may audit, by the role.
 */
export function isQualified({ member_id, is_model }: Pick<Scope, "member_id" | "is_model">) {
  if (is_model) return sql<boolean>`true`;
  return sql<boolean>`(projects.qualification is null or exists (
    select from qualifications
    where qualifications.account_id = projects.account_id and qualifications.member_id = ${member_id}
      and qualifications.project_id = projects.id and qualifications.status = 'passed'))`;
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
    where tasks.account_id = items.account_id and tasks.item_id = items.id and tasks.member_id = ${member_id}
      and tasks.round = items.round
      and tasks.kind in ('annotate', 'gold') and tasks.status in ('leased', 'submitted', 'skipped') offset 0)
    and not exists (
      select 1 from annotations
      where annotations.account_id = items.account_id and annotations.item_id = items.id
        and annotations.member_id = ${member_id} and annotations.round = items.round and annotations.kind = 'annotate' and annotations.superseded_at is null
      offset 0)`;
}

/**
 * Members do not audit items that they annotated or adjudicated, unless they work alone. Of an item of a certified version that
 * holds for the item that was copied, and who audited that knows its label too.
 */
export function canAudit(member_id: string, isAlone: boolean) {
  const copied = copiedItem(sql`tasks.account_id`, sql`tasks.item_id`);
  return sql`(${isAlone} or not exists (
    select 1 from annotations
    where annotations.account_id = tasks.account_id and annotations.item_id = tasks.item_id
      and annotations.member_id = ${member_id}
      and (annotations.kind <> 'audit' or ${IS_DELIVERED_CORRECTION})
  ) and not exists (
    select 1 from annotations
    where annotations.account_id = tasks.account_id and annotations.item_id = ${copied}
      and annotations.member_id = ${member_id}))`;
}

/** The id of the item that an item of a certified version is the copy of; null for all other items. */
export function copiedItem(
  account_id: RawBuilder<unknown>,
  item_id: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql`(select copies.copy_of ->> 'item_id' from items as copies where copies.account_id = ${account_id} and copies.id = ${item_id})`;
}

/** The condition that an audit, of the row `annotations`, is the delivered correction of its item. */
export const IS_DELIVERED_CORRECTION = sql<boolean>`exists (
  select from audits join items on items.account_id = audits.account_id and items.id = audits.item_id
  where audits.account_id = annotations.account_id and audits.annotation_id = annotations.id and audits.corrected is not null and items.origin = 'audit')`;

/** An open task is not for a member who holds, answered or skipped another of its kind and round. */
export function hasOpenTaskFor(member_id: string) {
  return sql`not exists (
    select 1 from tasks as mine
    where mine.account_id = tasks.account_id and mine.item_id = tasks.item_id and mine.member_id = ${member_id} and mine.kind = tasks.kind
      and mine.round = tasks.round and mine.status in ('leased', 'submitted', 'skipped'))`;
}

/** The condition that the row `tasks` is open for the member: reserved for them by rework, or to audit or adjudicate. */
export function isOpenFor(
  { member_id, is_model }: Pick<Scope, "member_id" | "is_model">,
  { kinds, isAlone }: OpenWish,
) {
  const reserved = sql`tasks.status = 'open' and tasks.kind = 'annotate' and tasks.member_id = ${member_id}
    and exists (
      select from batches as reserving
      join projects on projects.account_id = reserving.account_id and projects.id = reserving.project_id
      where reserving.account_id = tasks.account_id and reserving.id = tasks.batch_id and ${isQualified({ member_id, is_model })})`;
  const judged = sql`${IS_JUDGED} and tasks.kind = any(${kinds}::text[]) and ${canAudit(member_id, isAlone)}`;
  const wished = !kinds.includes("annotate")
    ? judged
    : kinds.length === 1
      ? reserved
      : sql`(${reserved} or ${judged})`;
  return sql`${wished} and ${hasOpenTaskFor(member_id)}`;
}

/** An open audit or adjudication, in the words of their indexes. */
const IS_JUDGED = sql`tasks.status = 'open' and tasks.kind in ('audit', 'adjudicate')`;

/** The batches that rework reserves tasks of for the member: one index probe. */
export function reservedBatches({ account_id, member_id }: Pick<Scope, "account_id" | "member_id">) {
  // The order is that of the one index that serves, so that also a plan that was made while nothing was open takes it.
  return sql`
    select batch_id from tasks
    where account_id = ${account_id} and member_id = ${member_id} and status = 'open' and kind = 'annotate' order by batch_id`;
}

/** The batches of the account with open audits and adjudications: one index probe for each. */
export function judgedBatches({ account_id }: Pick<Scope, "account_id">) {
  const judged = sql`account_id = ${account_id} and ${IS_JUDGED}`;
  return sql`
    with recursive judged (batch_id) as (
      (select batch_id from tasks where ${judged} order by batch_id limit 1)
      union all
      select (select tasks.batch_id from tasks where ${judged} and tasks.batch_id > judged.batch_id order by batch_id limit 1)
      from judged where judged.batch_id is not null
    )
    select batch_id from judged where batch_id is not null`;
}

/** Whether rework reserves a task for the member. */
function hasReserved(scope: Scope) {
  const { account_id, member_id } = scope;
  return sql`exists (
    select from (
      select * from tasks
      where tasks.account_id = ${account_id} and tasks.member_id = ${member_id} and tasks.status = 'open' and tasks.kind = 'annotate'
      order by batch_id offset 0) as tasks
    join (select batches.id from ${claimable(scope, OPEN_STAGES)} and ${isQualified(scope)}) as batches on batches.id = tasks.batch_id
    where ${hasOpenTaskFor(member_id)})`;
}

/** The stages of batches with open tasks. */
export const OPEN_STAGES = ["created", "processing", "completed"];

/** The findings of a claim, read without locks. */
export interface Ahead {
  /** Whether rework reserves a task for the member. */
  readonly hasReserved: boolean;
  /** The member's next item in each open batch of the scope, the best of them, in order. */
  readonly candidates: readonly Candidate[];
}

/**
 * Finds work for the member. Candidates are ordered by batch priority, item priority and oldest batch. In a batch the walk
 * starts at the member's cursor, so its cost does not grow with the member's answers (ADR 0005); one index probe finds
 * each existing priority. Of the batches of an account or project, it reads those in which the last look found work and
 * those that changed since (ADR 0075); if the look left some out, it looks again before it finds nothing.
 */
export async function lookAhead(db: Db, scope: Scope): Promise<Ahead> {
  const search = { scope, wish: null, most: MOST_KEPT };
  const look = await lookOver(db, search);
  const ahead = await readAhead(db, scope, look);
  if (ahead.candidates.length > 0 || look === undefined || look.last === null) return ahead;
  return readAhead(db, scope, await takeLook(db, search));
}

/**
 * The first `most` batches of the scope with items for the member to annotate or, with a `wish`, with audits and adjudications for
 * them, in the order of claims. All of them if `scope` is one batch.
 */
export async function batchesAhead(db: Db, search: Search): Promise<readonly string[]> {
  const { most } = search;
  const read = async (look: Look | undefined) => {
    const { rows } = await sql<Candidate>`
      select * from (${placesFor(search, look)}) as ahead order by ${IN_ORDER} limit ${most}`.execute(db);
    return rows.map(({ batch_id }) => batch_id);
  };
  const kept = { ...search, most: LENGTHS.find((length) => most <= length) ?? most };
  const look = await lookOver(db, kept);
  const found = await read(look);
  if (found.length === most || look === undefined || look.last === null) return found;
  return read(await takeLook(db, kept));
}

/** The lengths of the looks of lists: one for each `most` of a client would be a hundred looks of a member. */
const LENGTHS = [10, 100];

async function readAhead(db: Db, scope: Scope, look: Look | undefined): Promise<Ahead> {
  const { rows } = await sql<Candidate & { has_reserved: boolean }>`${selectAhead(scope, look)}`.execute(db);
  const candidates = rows.filter(({ batch_id }) => batch_id !== null);
  return { hasReserved: rows.some(({ has_reserved }) => has_reserved), candidates };
}

/** The look that tells which batches to read; undefined if the scope is one batch. */
export async function lookOver(db: Db, search: Search): Promise<Look | undefined> {
  if (search.scope.batch_id !== undefined) return undefined;
  const look = recallLook(search);
  return look === undefined || isStale(look) ? takeLook(db, search, look) : look;
}

/** Reads all batches of the scope or, given the look `before`, those that were read since then. */
async function takeLook(db: Db, search: Search, before?: Look): Promise<Look> {
  const { most } = search;
  const read_at = performance.now();
  const { rows } = await sql<Candidate & { since: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as since, ahead.*
    from (select) as always left join (${placesFor(search, before)}) as ahead on true
    order by ${IN_ORDER} limit ${most}`.execute(db);
  const found = rows.filter(({ batch_id }) => batch_id !== null);
  const look = {
    all_read_at: before?.all_read_at ?? read_at,
    read_at,
    since: rows[0]?.since ?? "0",
    batch_ids: found.map(({ batch_id }) => batch_id),
    last: (found.length === most ? found.at(-1) : before?.last) ?? null,
  };
  keepLook(search, look);
  return look;
}

/**
 * The query of `lookAhead`: a row per candidate, a single one without candidate if there is none, each with
 * `has_reserved`.
 */
export function selectAhead(scope: Scope, look: Look | undefined) {
  return sql`
    select open.has_reserved, ahead.*
    from (select ${hasReserved(scope)} as has_reserved) as open
    left join (${candidatesFor(scope, look)}) as ahead on true
    order by ${IN_ORDER}`;
}

const IN_ORDER = sql`${byBatchPriority("ahead.batch_priority")}, ahead.priority desc, ahead.created_at, ahead.batch_id`;

/** The condition that a batch is one that a claim after this look reads: those of the look, `changed`, and those that changed since. */
function isSeen(account_id: string, { batch_ids, since }: Look, changed = sql``) {
  return sql`and batches.id = any(${batch_ids}::text[] || array(
    select batch_id from work_changes where account_id = ${account_id} and changed_by >= ${since}::xid8 ${changed}))`;
}

/** The condition that a candidate does not come after the last one of a look. */
function isUpTo({ batch_priority, priority, created_at, batch_id }: NonNullable<Look["last"]>) {
  return sql`where (${byBatchPriority("batches.priority")}, -next.priority, batches.created_at, batches.id)
    <= (array_position(array['high', 'normal', 'low'], ${batch_priority}::text), ${-priority}::integer, ${created_at}::timestamptz, ${batch_id}::text)`;
}

/**
 * The WITH query of the priorities of open items of the row `batches`, lowest first, and null: one index probe for each, which
 * finds the last item of a priority. Before the first one lie all that were claimed or got another turn, until a vacuum.
 */
export const LEVELS = sql`
  with recursive levels (priority) as (
    (select priority from items
     where account_id = batches.account_id and batch_id = batches.id and open_slots > 0
     order by priority limit 1)
    union all
    select (select items.priority from items
            where account_id = batches.account_id and batch_id = batches.id and open_slots > 0 and items.priority > levels.priority
            order by items.priority limit 1)
    from levels where levels.priority is not null
  )`;

function placesFor({ scope, wish, most }: Search, look: Look | undefined) {
  return wish === null ? candidatesFor(scope, look) : judgedFor(scope, wish, most, look);
}

/** The first `most` batches with audits and adjudications for the member, all of one priority: it looks into no batch after these. */
function judgedFor(scope: Scope, wish: OpenWish, most: number, look: Look | undefined) {
  const last = look?.last ?? null;
  const judged = sql`account_id = ${scope.account_id} and ${IS_JUDGED}`;
  const opened = (since: string) => sql`
    union all (
      with recursive opened (opened_by, batch_id) as (
        (select opened_by, batch_id from tasks where ${judged} and opened_by >= ${since}::xid8 order by opened_by, batch_id limit 1)
        union all
        select next.* from opened cross join lateral (
          select tasks.opened_by, tasks.batch_id from tasks
          where ${judged} and (tasks.opened_by, tasks.batch_id) > (opened.opened_by, opened.batch_id)
          order by tasks.opened_by, tasks.batch_id limit 1) as next
      )
      select batch_id from opened)`;
  const which =
    look === undefined
      ? sql`and batches.id = any(array(${judgedBatches(scope)}))`
      : isSeen(scope.account_id, look, opened(look.since));
  return sql`
    select batches.id as batch_id, batches.priority as batch_priority, batches.created_at, next.priority
    from (
      select batches.account_id, batches.id, batches.priority, batches.created_at
      from ${claimable(scope, OPEN_STAGES)}
      ${scope.batch_id === undefined ? which : sql``}
      order by ${byBatchPriority("batches.priority")}, batches.created_at, batches.id
    ) as batches
    cross join lateral (
      select 0 as priority from tasks
      where tasks.account_id = batches.account_id and tasks.batch_id = batches.id and ${isOpenFor(scope, wish)}
      limit 1
    ) as next ${last === null ? sql`` : isUpTo(last)} limit ${most}`;
}

function candidatesFor(scope: Scope, look: Look | undefined) {
  const last = look?.last ?? null;
  return sql`
    select batches.id as batch_id, batches.priority as batch_priority, batches.created_at, batches.guideline_version,
      batches.gold_share, next.priority, next.turn, next.claim_order
    from (
      select batches.account_id, batches.id, batches.priority, batches.created_at, projects.guideline_version,
        case when exists (
          select from gold_answers
          where gold_answers.account_id = batches.account_id and gold_answers.batch_id = batches.id)
          then coalesce((batches.policy ->> 'gold_share')::double precision, 0) else 0 end as gold_share
      from ${claimable(scope, ["created", "processing"])} and ${isQualified(scope)} ${look === undefined ? sql`` : isSeen(scope.account_id, look)}
      offset 0 -- or items may be read for each project anew
    ) as batches
    cross join lateral (
      ${LEVELS}
      select levels.priority, first.turn, first.claim_order
      from levels
      left join claim_cursors on claim_cursors.account_id = batches.account_id and claim_cursors.member_id = ${scope.member_id}
        and claim_cursors.batch_id = batches.id and claim_cursors.priority = levels.priority
      cross join lateral (
        select turn, claim_order from items
        where items.account_id = batches.account_id and items.batch_id = batches.id and items.priority = levels.priority
          and open_slots > 0
          and (turn, claim_order) > (coalesce(claim_cursors.turn, -1), coalesce(claim_cursors.claim_order, -1))
          and ${notYetTaken(scope.member_id)}
        order by turn, claim_order limit 1
      ) as first
      order by levels.priority desc limit 1
    ) as next ${last === null ? sql`` : isUpTo(last)}`;
}
