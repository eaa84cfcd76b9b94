import type { EventType } from "@assay/domain/event-types.ts";
import type { Deps } from "../deps.ts";
import { sampleData } from "../events/samples.ts";
import { newId } from "../platform/ids.ts";
import { attempt } from "./sending/attempt.ts";
import type { Outcome } from "./store/outcomes.ts";
import type { WebhookRow } from "./store/webhooks.ts";

/**
 * Sends a sample event once, also to a disabled webhook and whatever its subscribed types. May take 15
 * seconds.
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
    schedule_step: 0,
    is_extra: true,
    event_id,
    event_type: type,
    body: JSON.stringify({ id: event_id, type, created_at: now.toISOString(), data }),
  });
}
