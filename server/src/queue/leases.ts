import { SKIPS_TO_ADJUDICATE } from "@assay/domain/item.ts";
import { type RawBuilder, sql } from "kysely";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { notingWork } from "../work-changes.ts";
import type { Scope } from "./candidates.ts";
import type { TaskRow } from "./claimable.ts";

/** Leases ended per transaction; the rest waits for the next. */
export const AT_ONCE = 500;

/** Leases that a claim ends: as many as it may ask for. */
const FOR_A_CLAIM = 20;

/** Ends expired leases of the account, and batch or project, of a claim that finds nothing else: a few at a time. */
export async function expireLeasesOf(
  tx: Tx,
  { account_id, batch_id, project_id }: Pick<Scope, "account_id" | "batch_id" | "project_id">,
  now: Date,
): Promise<number> {
  const within = sql`tasks.account_id = ${account_id}
    ${batch_id === undefined ? sql`` : sql`and tasks.batch_id = ${batch_id}`}
    ${project_id === undefined ? sql`` : sql`and ${isInProject({ account_id, project_id })}`} and`;
  const { rows } = await lockingExpired(within, FOR_A_CLAIM, now).execute(tx);
  return endLeases(tx, rows, "expired", now);
}

/** Locks `most` of the expired leases that meet `within`, which ends with AND, except those that others have locked. */
export function lockingExpired(within: RawBuilder<unknown>, most: number, now: Date): RawBuilder<Lease> {
  return locking(sql`${within} tasks.lease_expires_at <= ${now} order by tasks.item_id limit ${most}
    for update of items, tasks skip locked`);
}

function isInProject({
  account_id,
  project_id,
}: {
  readonly account_id: string;
  readonly project_id: string;
}): RawBuilder<boolean> {
  return sql`tasks.batch_id in (select id from batches where account_id = ${account_id} and project_id = ${project_id})`;
}

/** Identifies a member. */
type MemberKey = Pick<Row<"members">, "id" | "account_id">;

/** Releases up to 500 leases of a member who is deactivated in `tx`; a job releases the others. Drafts stay. */
export async function releaseLeasesOf(tx: Tx, member: MemberKey, now: Date): Promise<void> {
  const released = await releaseSome(tx, member, sql``, now);
  if (released < AT_ONCE) return;
  await addJob(tx, member.account_id, "release_leases", { member_id: member.id });
}

/** The job: not for leases that the member got since somebody activated them again. */
export async function releaseRest(
  deps: Deps,
  { account_id, member_id }: { account_id: string; member_id: string },
): Promise<void> {
  const isInactive = sql`exists (
    select from members where account_id = ${account_id} and id = ${member_id} and not active)`;
  await releaseAll(deps, { account_id, id: member_id }, sql`and ${isInactive}`);
}

/** Releases up to 500 leases of a member in one project, in `tx`. */
export async function releaseLeasesOfProject(
  tx: Tx,
  { account_id, member_id, project_id }: Pick<Row<"pauses">, "account_id" | "member_id" | "project_id">,
  now: Date,
): Promise<void> {
  const inProject = sql`and ${isInProject({ account_id, project_id })}`;
  await releaseSome(tx, { account_id, id: member_id }, inProject, now);
}

/** Releases a member's leases in one project. */
export async function releaseLeasesIn(
  deps: Deps,
  { account_id, member_id, project_id }: Pick<Row<"pauses">, "account_id" | "member_id" | "project_id">,
): Promise<void> {
  await releaseAll(deps, { account_id, id: member_id }, sql`and ${isInProject({ account_id, project_id })}`);
}

async function releaseAll({ db, now }: Deps, member: MemberKey, which: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const released = await db.transaction().execute((tx) => releaseSome(tx, member, which, now()));
    if (released < AT_ONCE) return;
  }
}

async function releaseSome(
  tx: Tx,
  { id, account_id }: MemberKey,
  which: RawBuilder<unknown>,
  now: Date,
): Promise<number> {
  const { rows } = await locking(sql`tasks.account_id = ${account_id} and tasks.member_id = ${id} ${which}
    order by tasks.item_id limit ${AT_ONCE} for update of items, tasks`).execute(tx);
  return endLeases(tx, rows, "released", now);
}

/** The condition that the row `tasks` is reserved for a member by rework. */
const IS_RESERVED = sql`(tasks.kind = 'annotate' and tasks.status = 'open' and tasks.lease_expires_at is not null)`;

/** The condition that the row `items` has an answer to give that is reserved for a member. */
export const HAS_RESERVED = sql<boolean>`exists (
  select from tasks where tasks.account_id = items.account_id and tasks.item_id = items.id and ${IS_RESERVED})`;

/** Offers items (locked by `tx`) to every annotator that are reserved for those who answered them before. */
export async function releaseReserved(
  tx: Tx,
  account_id: string,
  item_ids: readonly string[],
  now: Date,
): Promise<void> {
  const { rows } =
    await locking(sql`tasks.account_id = ${account_id} and tasks.item_id = any(${item_ids}::text[])
    and ${IS_RESERVED} order by tasks.item_id for update of items, tasks`).execute(tx);
  await endLeases(tx, rows, "released", now);
}

type Lease = Pick<TaskRow, "account_id" | "id" | "item_id" | "kind" | "annotation_id">;

/** Locks the `chosen` leases, after their items, like every change of a task. */
function locking(chosen: RawBuilder<unknown>): RawBuilder<Lease> {
  return sql`
    select tasks.account_id, tasks.id, tasks.item_id, tasks.kind, tasks.annotation_id
    from tasks join items on items.account_id = tasks.account_id and items.id = tasks.item_id
    where tasks.lease_expires_at is not null and tasks.status in ('leased', 'open') and ${chosen}`;
}

/**
 * Ends leases that `tx` has locked with their items; returns how many. An annotation's item gets its slot back at the end
 * of the queue; a reopened answer counts again; audits and adjudications open for others.
 */
export async function endLeases(
  tx: Tx,
  leases: readonly Lease[],
  ending: "expired" | "released",
  now: Date,
): Promise<number> {
  const ids = leases.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await sql`
    update tasks set updated_at = ${now}, lease_expires_at = null,
      status = case when annotation_id is not null then 'submitted' when kind in ('annotate', 'gold', 'training') then ${ending}
        else 'open' end,
      member_id = case when annotation_id is null and kind not in ('annotate', 'gold', 'training') then null else member_id end
    where account_id = any(${accountsOf(leases)}::text[]) and id = any(${ids}::text[])`.execute(tx);
  const freed = leases.filter((task) => task.kind === "annotate" && task.annotation_id === null);
  await reopenSlots(
    tx,
    accountsOf(freed),
    freed.map(({ item_id }) => item_id),
  );
  return ids.length;
}

/**
 * Cancels the open and leased tasks of these kinds, because their items (locked by `tx`) need no more work; a
 * reopened answer is valid again. Open tasks first: a concurrent claim may lease one, which the second
 * statement then finds leased.
 */
export async function cancelTasks(
  tx: Tx,
  account_id: string,
  item_ids: readonly string[],
  now: Date,
  kinds: readonly string[] = ["annotate", "audit", "adjudicate"],
): Promise<void> {
  for (const status of ["open", "leased"]) {
    await sql`
      update tasks set lease_expires_at = null, updated_at = ${now},
        status = case when annotation_id is null then 'canceled' else 'submitted' end
      where account_id = ${account_id} and item_id = any(${item_ids}::text[]) and kind = any(${kinds}::text[])
        and status = ${sql.lit(status)}`.execute(tx);
  }
}

/**
 * Ensures that the turns of a batch are committed in order, and that the batch is not completed meanwhile. A
 * transaction takes this lock last.
 */
export async function lockTurns(tx: Tx, batch_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${batch_id}, 0))`.execute(tx);
}

/** A turn ahead of every member's cursor, for new items of the batch. Locks the batch's turns. */
export async function nextTurn(tx: Tx, batch_id: string): Promise<number> {
  await lockTurns(tx, batch_id);
  const { rows } = await sql<{ turn: number }>`select nextval('item_turns') as turn`.execute(tx);
  return rows[0]?.turn ?? 0;
}

/** The accounts of rows, each once. */
export function accountsOf(rows: readonly { readonly account_id: string }[]): string[] {
  return [...new Set(rows.map(({ account_id }) => account_id))];
}

/**
 * Returns slots to items of these accounts (locked by `tx`, named once per slot) that are still open and not in
 * adjudication. Each takes a new turn, ahead of every member's cursor. Locks the turns of the batches.
 */
export async function reopenSlots(
  tx: Tx,
  account_ids: readonly string[],
  item_ids: readonly string[],
): Promise<void> {
  if (item_ids.length === 0) return;
  await sql`
    with counted as (select id, count(*) as slots from unnest(${item_ids}::text[]) as f (id) group by id),
      ${lockedTurns(account_ids, item_ids)}, noted as (${notingWork(OF_LOCKED)})
    update items set open_slots = open_slots + counted.slots, turn = nextval('item_turns')
    from counted
    where items.account_id = any(${account_ids}::text[]) and items.id = counted.id and ${ARE_LOCKED} and status = 'open'
      and skip_count < ${SKIPS_TO_ADJUDICATE}`.execute(tx);
}

/**
 * Gives items of these accounts (locked by `tx`) a new turn, so that they are offered to every member again. Locks the
 * turns of their batches.
 */
export async function giveTurns(
  tx: Tx,
  account_ids: readonly string[],
  item_ids: readonly string[],
): Promise<void> {
  if (item_ids.length === 0) return;
  await sql`
    with ${lockedTurns(account_ids, item_ids)}, noted as (${notingWork(OF_LOCKED)})
    update items set turn = nextval('item_turns')
    where account_id = any(${account_ids}::text[]) and id = any(${item_ids}::text[]) and ${ARE_LOCKED} and status = 'open'`.execute(
    tx,
  );
}

/**
 * Takes the locks of the query `locked` before the first item gets its turn. A join with `locked` could find the items by
 * their batch, which may have a million.
 */
const ARE_LOCKED = sql`(select count(*) from locked) > 0`;

/** The batches of the query `locked`. */
const OF_LOCKED = sql`select account_id, batch_id from locked`;

/** The query `locked` of a statement: the batches of the items, in order, with their turns locked. */
function lockedTurns(account_ids: readonly string[], item_ids: readonly string[]) {
  return sql`locked as (
    select pg_advisory_xact_lock(hashtextextended(batch_id, 0)), account_id, batch_id
    from (
      select distinct account_id, batch_id from items
      where account_id = any(${account_ids}::text[]) and id = any(${item_ids}::text[]) order by batch_id) as b)`;
}
