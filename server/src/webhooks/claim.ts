import { sql } from "kysely";
import type { Db } from "../platform/db.ts";

/** Longer than an attempt may take (15 s) by far, so that a slow receiver is not sent anything twice. */
const LEASE_MS = 60_000;
/** A slow receiver holds up no more than this. */
const MAX_IN_FLIGHT_PER_WEBHOOK = 4;

/** A delivery that this process may try, once, until its lease ends. */
export interface Claimed {
  readonly id: string;
  readonly account_id: string;
  readonly webhook_id: string;
  /** 0 is the first delivery, 1 the first retry. */
  readonly attempt: number;
  readonly event_id: string;
  readonly event_type: string;
  readonly body: string;
  readonly url: string;
  readonly secret_encrypted: Buffer;
}

/**
 * Claims up to `limit` due deliveries, webhooks that have waited longest first, and none beyond what a
 * webhook may have in flight (`inFlight` counts what it has). A claim moves `due_at` one lease ahead: a
 * worker that dies leaves a delivery that comes due again. SKIP LOCKED lets workers claim side by side.
 */
export async function claimDue(
  db: Db,
  now: Date,
  limit: number,
  inFlight: ReadonlyMap<string, number> = new Map(),
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with recursive
    -- The webhooks with pending deliveries, one index probe each however long their backlogs are.
    waiting (webhook_id) as (
      (select webhook_id from deliveries where status = 'pending' order by webhook_id limit 1)
      union all
      select (
        select webhook_id from deliveries
        where status = 'pending' and webhook_id > waiting.webhook_id
        order by webhook_id limit 1
      )
      from waiting where webhook_id is not null
    ),
    ready as materialized (
      select webhooks.id, url, secret_encrypted,
        ${MAX_IN_FLIGHT_PER_WEBHOOK}::int - coalesce(busy.count, 0) as room
      from waiting
      join webhooks on webhooks.id = waiting.webhook_id and enabled and deleted_at is null
      left join (
        select key as id, value::int as count from jsonb_each_text(${JSON.stringify(Object.fromEntries(inFlight))}::jsonb)
      ) as busy on busy.id = webhooks.id
      cross join lateral (
        select due_at from deliveries
        where status = 'pending' and webhook_id = webhooks.id
        order by due_at limit 1
      ) as oldest
      where oldest.due_at <= ${now} and coalesce(busy.count, 0) < ${MAX_IN_FLIGHT_PER_WEBHOOK}
      order by oldest.due_at
      limit ${limit}
    ),
    due as materialized (
      select next.id, url, secret_encrypted
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
    returning deliveries.id, deliveries.account_id, webhook_id, attempt_count as attempt, event_id, event_type,
      events.body, url, secret_encrypted
  `.execute(db);
  return rows;
}

/** When the next delivery that is not due yet will be; null where none waits. */
export async function nextDueAt(db: Db, now: Date): Promise<Date | null> {
  const { next } = await db
    .selectFrom("deliveries")
    .select(({ fn }) => fn.min<Date | null>("due_at").as("next"))
    .where("status", "=", "pending")
    .where("due_at", ">", now)
    .executeTakeFirstOrThrow();
  return next;
}
