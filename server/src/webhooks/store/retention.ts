import { sql } from "kysely";
import type { Deps } from "../../deps.ts";
import { changeFree } from "../../platform/database/small-steps.ts";

/** How long events, deliveries with their attempts, and deleted webhooks are kept. */
const KEPT_MS = 30 * 24 * 3_600_000;

/**
 * Deletes data older than 30 days: finished deliveries with their attempts; the content of events without
 * remaining deliveries; deleted webhooks with an empty log. Pending deliveries stay with their events,
 * however old. Safe to run concurrently.
 */
export async function sweepHistory({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const before = new Date(now().getTime() - KEPT_MS);
  await changeFree(db, {
    table: "deliveries",
    condition: sql`status <> 'pending' and created_at < ${before}`,
    change: (chosen) => sql`delete from deliveries where ${chosen}`,
  });
  // Finds an event's deliveries through the account's webhooks, at most 50, for which there is an index.
  await changeFree(db, {
    table: "events",
    condition: sql`body is not null and created_at < ${before} and not exists (
      select from webhooks join deliveries on webhook_id = webhooks.id and event_id = events.id
      where webhooks.account_id = events.account_id and webhooks.deleted_at is null)`,
    change: (chosen) => sql`update events set body = null where ${chosen}`,
  });
  await changeFree(db, {
    table: "webhooks",
    condition: sql`deleted_at < ${before} and not exists (select from deliveries where webhook_id = webhooks.id)`,
    change: (chosen) => sql`delete from webhooks where ${chosen}`,
  });
}

/** Erases secrets whose overlap has ended. They do not sign any more, erased or not. */
export async function eraseExpiredSecrets({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await db
    .updateTable("webhooks")
    .set({ previous_secret_encrypted: null, previous_secret_expires_at: null })
    .where("previous_secret_expires_at", "<=", now())
    .execute();
}
