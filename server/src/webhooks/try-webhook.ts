import type { Deps } from "../deps.ts";
import type { EventType } from "../events/emit.ts";
import { sampleData } from "../events/samples.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { newId } from "../platform/ids.ts";
import { attempt, type Outcome } from "./attempt.ts";
import { deliveredAt, toAttempt } from "./outcomes.ts";
import type { WebhookRow } from "./store.ts";

/**
 * Sends an event that never occurred, with sample data, once: to a disabled webhook too, whatever types it asked
 * for. May take 15 seconds.
 */
export async function tryWebhook(deps: Deps, webhook: WebhookRow, type: EventType): Promise<Outcome> {
  const now = deps.now();
  const event_id = newId("event");
  const data = sampleData(type, now);
  return attempt(deps, {
    ...webhook,
    id: newId("delivery"),
    webhook_id: webhook.id,
    claimed_at: now,
    attempt: 0,
    schedule_place: 0,
    is_extra: true,
    event_id,
    event_type: type,
    body: JSON.stringify({ id: event_id, type, created_at: now.toISOString(), data }),
  });
}

/** Writes a test to the log of its webhook; no event is written (ADR 0014). */
export async function recordTest(
  tx: Tx,
  outcome: Outcome,
): Promise<{ readonly delivery: Row<"deliveries">; readonly attempts: Row<"delivery_attempts">[] }> {
  const { id, account_id, webhook_id, event_id, event_type } = outcome.delivery;
  const delivered_at = deliveredAt(outcome);
  const delivery = await tx
    .insertInto("deliveries")
    .values({
      ...{ id, account_id, webhook_id, event_id, event_type, delivered_at },
      status: delivered_at === null ? "failed" : "delivered",
      trigger: "test",
      attempt_count: 1,
      created_at: outcome.started_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const attempts = await tx
    .insertInto("delivery_attempts")
    .values(toAttempt(outcome))
    .returningAll()
    .execute();
  return { delivery, attempts };
}
