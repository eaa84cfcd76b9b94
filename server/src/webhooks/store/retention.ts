import { sql } from "kysely";
import type { Deps } from "../../deps.ts";
import type { Db } from "../../platform/database/db.ts";

/** How long events, deliveries with their attempts, and deleted webhooks are kept. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** Maximum rows per statement, so that none holds locks for long. */
const ROWS_AT_ONCE = 1_000;
/** Maximum statements per sweep; the next sweep is five seconds away. */
const STEPS_AT_ONCE = 10;

/**
 * Deletes data older than 30 days: finished deliveries with their attempts; the content of events without
 * remaining deliveries; deleted webhooks with an empty log. Pending deliveries stay with their events,
 * however old. Safe to run concurrently.
 */
export async function sweepHistory({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const before = new Date(now().getTime() - KEPT_MS);
  await inSteps(() => deleteDeliveries(db, before));
  await inSteps(() => forgetEvents(db, before));
  await inSteps(() => deleteWebhooks(db, before));
}

async function inSteps(step: () => Promise<number>): Promise<void> {
  for (let steps = 0; steps < STEPS_AT_ONCE; steps += 1) if ((await step()) < ROWS_AT_ONCE) return;
}

async function deleteDeliveries(db: Db, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select id from deliveries where status <> 'pending' and created_at < ${before}
      order by created_at limit ${ROWS_AT_ONCE} for update skip locked
    )
    delete from deliveries using old where deliveries.id = old.id
  `.execute(db);
  return Number(numAffectedRows);
}

/** Finds an event's deliveries through the account's webhooks, at most 50, for which there is an index. */
async function forgetEvents(db: Db, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select id from events
      where body is not null and created_at < ${before}
        and not exists (
          select from webhooks join deliveries on webhook_id = webhooks.id and event_id = events.id
          where webhooks.account_id = events.account_id and webhooks.deleted_at is null
        )
      order by created_at limit ${ROWS_AT_ONCE} for update skip locked
    )
    update events set body = null from old where events.id = old.id
  `.execute(db);
  return Number(numAffectedRows);
}

async function deleteWebhooks(db: Db, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select id from webhooks
      where deleted_at < ${before} and not exists (select from deliveries where webhook_id = webhooks.id)
      order by deleted_at limit ${ROWS_AT_ONCE} for update skip locked
    )
    delete from webhooks using old where webhooks.id = old.id
  `.execute(db);
  return Number(numAffectedRows);
}
