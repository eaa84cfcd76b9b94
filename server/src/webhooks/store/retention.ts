import { sql } from "kysely";
import type { Deps } from "../../deps.ts";
import type { Db } from "../../platform/database/db.ts";

/** How long events, deliveries with their attempts, and deleted webhooks are kept. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** A statement takes no more rows, so that none holds locks for long. */
const ROWS_AT_ONCE = 1_000;
/** Nor does a sweep go on for ever: the next one is five seconds away. */
const STEPS_AT_ONCE = 10;

/**
 * Removes what is older than 30 days: deliveries that are over, with their attempts; the content of events of
 * which no delivery is left; deleted webhooks with nothing left in their log. What is still to be sent stays,
 * and with it its event, however old. Many may run at once.
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

/** Goes to an event's deliveries by the account's webhooks, 50 at most, which have an index for it. */
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
