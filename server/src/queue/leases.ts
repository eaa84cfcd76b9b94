import { SKIPS_TO_ADJUDICATE } from "@assay/domain/item.ts";
import { type RawBuilder, sql } from "kysely";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { notingWork } from "../work-changes.ts";
import type { Scope } from "./candidates.ts";

/** Leases ended per transaction; the rest waits for the next. */
const AT_ONCE = 500;

/** Leases that a claim ends: as many as it may ask for. */
const FOR_A_CLAIM = 20;

/** Ends expired leases: drafts stay, and the items can be claimed again. */
export async function expireLeases({ db, now }: Deps): Promise<void> {
  for (;;) {
    const ended = await db.transaction().execute((tx) => expireLeasesIn(tx, now()));
    if (ended < AT_ONCE) return;
  }
}

/** The same in a transaction, up to 500; returns how many ended. */
export async function expireLeasesIn(tx: Tx, now: Date): Promise<number> {
  return endExpired(tx, sql``, AT_ONCE, now);
}

/** The same for the account, and batch or project, of a claim that finds nothing else: a few at a time. */
export async function expireLeasesOf(
  tx: Tx,
  { account_id, batch_id, project_id }: Pick<Scope, "account_id" | "batch_id" | "project_id">,
  now: Date,
): Promise<number> {
  const within = sql`tasks.account_id = ${account_id}
    ${batch_id === undefined ? sql`` : sql`and tasks.batch_id = ${batch_id}`}
    ${project_id === undefined ? sql`` : sql`and tasks.batch_id in (select id from batches where project_id = ${project_id})`}
    and`;
  return endExpired(tx, within, FOR_A_CLAIM, now);
}

function endExpired(tx: Tx, within: RawBuilder<unknown>, most: number, now: Date): Promise<number> {
  const over = sql`${within} tasks.lease_expires_at <= ${now} order by tasks.item_id limit ${most}
    for update of items, tasks skip locked`;
  return endLeases(tx, over, "expired", now);
}

/** Releases up to 500 leases of a member who is deactivated in `tx`; a job releases the others. Drafts stay. */
export async function releaseLeasesOf(
  tx: Tx,
  { id, account_id }: Pick<Row<"members">, "id" | "account_id">,
  now: Date,
): Promise<void> {
  const released = await releaseSome(tx, id, sql``, now);
  if (released === AT_ONCE) await addJob(tx, account_id, "release_leases", { member_id: id });
}

/** The job: not for leases that the member got since somebody activated them again. */
export async function releaseRest(deps: Deps, { member_id }: { member_id: string }): Promise<void> {
  await releaseAll(
    deps,
    member_id,
    sql`and exists (select from members where id = ${member_id} and not active)`,
  );
}

/** Releases a member's leases in one project. */
export async function releaseLeasesIn(deps: Deps, member_id: string, project_id: string): Promise<void> {
  await releaseAll(
    deps,
    member_id,
    sql`and tasks.batch_id in (select id from batches where project_id = ${project_id})`,
  );
}

async function releaseAll({ db, now }: Deps, member_id: string, which: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const released = await db.transaction().execute((tx) => releaseSome(tx, member_id, which, now()));
    if (released < AT_ONCE) return;
  }
}

function releaseSome(tx: Tx, member_id: string, which: RawBuilder<unknown>, now: Date): Promise<number> {
  const theirs = sql`tasks.member_id = ${member_id} ${which} order by tasks.item_id limit ${AT_ONCE}
    for update of items, tasks`;
  return endLeases(tx, theirs, "released", now);
}

/**
 * Locks the items of the `chosen` leases first, like every change of a task, and then ends them. An
 * annotation's item gets its slot back at the end of the queue; a reopened answer counts again; audits and
 * adjudications open for others.
 */
async function endLeases(
  tx: Tx,
  chosen: RawBuilder<unknown>,
  ending: "expired" | "released",
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: string; item_id: string; kind: string; annotation_id: string | null }>`
    select tasks.id, tasks.item_id, tasks.kind, tasks.annotation_id
    from tasks join items on items.id = tasks.item_id
    where tasks.lease_expires_at is not null and tasks.status in ('leased', 'open') and ${chosen}`.execute(
    tx,
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await sql`
    update tasks set updated_at = ${now}, lease_expires_at = null,
      status = case when annotation_id is not null then 'submitted' when kind in ('annotate', 'gold') then ${ending}
        else 'open' end,
      member_id = case when annotation_id is null and kind not in ('annotate', 'gold') then null else member_id end
    where id = any(${ids}::text[])`.execute(tx);
  const freed = rows.filter((task) => task.kind === "annotate" && task.annotation_id === null);
  await reopenSlots(
    tx,
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
  item_ids: readonly string[],
  now: Date,
  kinds: readonly string[] = ["annotate", "audit", "adjudicate"],
): Promise<void> {
  for (const status of ["open", "leased"]) {
    await sql`
      update tasks set lease_expires_at = null, updated_at = ${now},
        status = case when annotation_id is null then 'canceled' else 'submitted' end
      where item_id = any(${item_ids}::text[]) and kind = any(${kinds}::text[]) and status = ${sql.lit(status)}`.execute(
      tx,
    );
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

/**
 * Returns slots to items (locked by `tx`, named once per slot) that are still open and not in adjudication.
 * Each takes a new turn, ahead of every member's cursor. Locks the turns of the batches.
 */
export async function reopenSlots(tx: Tx, item_ids: readonly string[]): Promise<void> {
  if (item_ids.length === 0) return;
  await sql`
    with counted as (select id, count(*) as slots from unnest(${item_ids}::text[]) as f (id) group by id),
      ${lockedTurns(item_ids)}, noted as (${notingWork(OF_LOCKED)})
    update items set open_slots = open_slots + counted.slots, turn = nextval('item_turns')
    from counted, locked
    where items.id = counted.id and items.batch_id = locked.batch_id and status = 'open'
      and skip_count < ${SKIPS_TO_ADJUDICATE}`.execute(tx);
}

/**
 * Gives items (locked by `tx`) a new turn, so that they are offered to every member again. Locks the turns of
 * their batches.
 */
export async function giveTurns(tx: Tx, item_ids: readonly string[]): Promise<void> {
  if (item_ids.length === 0) return;
  await sql`
    with ${lockedTurns(item_ids)}, noted as (${notingWork(OF_LOCKED)})
    update items set turn = nextval('item_turns') from locked
    where items.id = any(${item_ids}::text[]) and items.batch_id = locked.batch_id and status = 'open'`.execute(
    tx,
  );
}

/** The batches of the query `locked`. */
const OF_LOCKED = sql`select account_id, batch_id from locked join batches on batches.id = batch_id`;

/** The query `locked` of a statement: the batches of the items, in order, with their turns locked. */
function lockedTurns(item_ids: readonly string[]) {
  return sql`locked as (
    select pg_advisory_xact_lock(hashtextextended(batch_id, 0)), batch_id
    from (select distinct batch_id from items where id = any(${item_ids}::text[]) order by batch_id) as b)`;
}
