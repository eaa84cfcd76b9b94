import { sql } from "kysely";
import type { Db, Tx } from "../../platform/database/db.ts";

/** Much longer than an attempt may take (15 s), so that a slow receiver gets nothing twice. */
const LEASE_MS = 60_000;
/** Across all workers: a slow receiver occupies at most this many slots. */
export const MAX_IN_FLIGHT_PER_WEBHOOK = 4;
/** Due deliveries that a claim reads one by one. */
export const FEW_DUE = 500;
/** The first key of the advisory locks under which webhooks are claimed; the second is a hash of the id. */
const LOCK_CLASS = 0x77_68_6f_6f;

/** A delivery that this process may attempt once, until its lease expires. */
export interface Claimed {
  readonly id: string;
  readonly account_id: string;
  readonly webhook_id: string;
  /** The number of earlier attempts. */
  readonly attempt: number;
  /** 0 is the schedule's first attempt, 1 its first retry. */
  readonly schedule_step: number;
  /** Whether somebody requested this attempt outside the schedule. */
  readonly is_extra: boolean;
  readonly event_id: string;
  readonly event_type: string;
  readonly body: string;
  readonly url: string;
  readonly secret_encrypted: Buffer;
  readonly previous_secret_encrypted: Buffer | null;
  readonly previous_secret_expires_at: Date | null;
  /** When this attempt's lease began. */
  readonly claimed_at: Date;
}

/** The number of deliveries of each webhook that may be claimed. */
export type Rooms = ReadonlyMap<string, number>;

/** An attempt may be in progress if `claimed_at` is later than this. */
export function oldestLease(now: Date): Date {
  return new Date(now.getTime() - LEASE_MS);
}

/**
 * Claims up to `limit` due deliveries, webhooks that have waited longest first, and none beyond what a webhook
 * may have in flight. A claim moves `due_at` one lease ahead: a worker that dies leaves a delivery that comes
 * due again.
 *
 * Any number of workers claim side by side: each webhook by one of them at a time, the others pass it over. Two
 * statements, so that what is in flight is counted in a snapshot younger than the lock (ADR 0013).
 */
export function claimDue(db: Db, now: Date, limit: number): Promise<Claimed[]> {
  return db.transaction().execute(async (tx) => {
    const webhooks = await lockReady(tx, now, limit);
    return webhooks.length === 0 ? [] : claimFor(tx, webhooks, now, limit);
  });
}

/**
 * Ends the leases of deliveries that were not sent; they are due again, in their old order. In the order of
 * ids, like all code that locks several deliveries.
 */
export async function giveBack(db: Db, unsent: readonly Claimed[]): Promise<void> {
  if (unsent.length === 0) return;
  await sql`
    with locked as (
      select deliveries.id from deliveries
      join unnest(${unsent.map(({ id }) => id)}::text[], ${unsent.map((one) => one.claimed_at)}::timestamptz[])
        as claimed (id, claimed_at) on claimed.id = deliveries.id and claimed.claimed_at = deliveries.claimed_at
      order by deliveries.id for update of deliveries
    )
    update deliveries set claimed_at = null, due_at = case when status = 'pending' then claimed_at end
    from locked where deliveries.id = locked.id`.execute(db);
}

/** When the next delivery is or was due; null if none waits. */
export async function nextDueAt(db: Db): Promise<Date | null> {
  const { next } = await db
    .selectFrom("deliveries")
    .select(({ fn }) => fn.min<Date | null>("due_at").as("next"))
    .where("status", "=", "pending")
    .executeTakeFirstOrThrow();
  return next;
}

/**
 * The ids of webhooks with due deliveries and free slots, locked until `tx` ends. If few deliveries are due, it reads these,
 * however many webhooks have a retry that is due later; otherwise the next delivery of each webhook, however many are due.
 */
async function lockReady(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive
    due as materialized (
      select webhook_id, due_at from deliveries
      where status = 'pending' and due_at <= ${now}
      order by due_at limit ${sql.lit(FEW_DUE)}
    ),
    -- The webhooks with pending deliveries and when the oldest of each is due: one index probe each however long
    -- their backlogs are. The order is that of the one index that serves, so that also a plan that was made while
    -- the table was empty takes it.
    waiting (webhook_id, due_at) as (
      (
        select webhook_id, due_at from deliveries
        where status = 'pending' and (select count(*) from due) = ${sql.lit(FEW_DUE)}
        order by webhook_id, due_at limit 1
      )
      union all
      select next.webhook_id, next.due_at
      from waiting cross join lateral (
        select webhook_id, due_at from deliveries
        where status = 'pending' and webhook_id > waiting.webhook_id
        order by webhook_id, due_at limit 1
      ) as next
    ),
    ready as materialized (
      select webhooks.id
      from (
        select * from waiting
        union all
        select webhook_id, min(due_at) from due where (select count(*) from due) < ${sql.lit(FEW_DUE)} group by webhook_id
      ) as waiting
      join webhooks on webhooks.id = waiting.webhook_id and enabled and deleted_at is null
      where waiting.due_at <= ${now} and ${inFlight(now)} < ${MAX_IN_FLIGHT_PER_WEBHOOK}
      order by waiting.due_at
      limit ${limit}
    )
    select id, set_config('synchronous_commit', 'off', true) -- a claim that is lost is made again
    from ready where pg_try_advisory_xact_lock(${LOCK_CLASS}, hashtext(id))
  `.execute(tx);
  return rows.map(({ id }) => id);
}

async function claimFor(tx: Tx, webhooks: readonly string[], now: Date, limit: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with ready as materialized (
      select webhooks.*, greatest(${MAX_IN_FLIGHT_PER_WEBHOOK}::int - ${inFlight(now)}, 0) as room
      from unnest(${webhooks}::text[]) with ordinality as locked (id, nth)
      join webhooks on webhooks.id = locked.id and enabled and deleted_at is null
      order by nth
    ),
    ${claimReady(now, limit)}
  `.execute(tx);
  return rows;
}

/**
 * The end of a statement with a `ready` of webhooks: claims the longest due deliveries of each, up to its
 * `room`, and `limit` in all; returns `Claimed` rows.
 */
export function claimReady(now: Date, limit: number) {
  return sql`
    due as materialized (
      select next.id, url, secret_encrypted, previous_secret_encrypted, previous_secret_expires_at
      from ready cross join lateral (
        select id from deliveries
        where status = 'pending' and webhook_id = ready.id and due_at <= ${now}
        order by due_at limit ready.room
        for update skip locked
      ) as next
      limit ${limit}
    )
    update deliveries set due_at = ${new Date(now.getTime() + LEASE_MS)}, claimed_at = ${now}
    from due, events
    where deliveries.id = due.id and events.id = deliveries.event_id
    returning deliveries.id, deliveries.account_id, webhook_id, attempt_count as attempt,
      attempt_count - uncounted_attempts as schedule_step, resume_status is not null as is_extra, event_id,
      event_type, events.body, url, secret_encrypted, previous_secret_encrypted, previous_secret_expires_at, claimed_at
  `;
}

/** The number of running attempts of the row of `webhooks`, including those of ended deliveries. */
function inFlight(now: Date) {
  return sql`(
    select count(*)::int from deliveries where webhook_id = webhooks.id and claimed_at > ${oldestLease(now)}
  )`;
}
