import type { EventType } from "@assay/domain/event-types.ts";
import type { Tx } from "../platform/database/db.ts";
import { notify } from "../platform/database/direct.ts";
import { newId } from "../platform/ids.ts";

/** Notified by commits with new deliveries, so that they are sent at once. */
export const DELIVERIES_CHANNEL = "deliveries";

/** Notified by commits with new events, with the account's id. */
export const EVENTS_CHANNEL = "events";

export interface Event {
  readonly account_id: string;
  readonly type: EventType;
  readonly created_at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Records an event, and a delivery for each of the account's webhooks subscribed to its type: due at once, or
 * `skipped` if the webhook is disabled. Takes a `Tx`, so the event exists if and only if its change is
 * committed. This serializes the bytes that are signed and sent, once.
 */
export async function emit(tx: Tx, { account_id, type, created_at, data }: Event): Promise<void> {
  const event_id = newId("event");
  const body = JSON.stringify({ id: event_id, type, created_at: created_at.toISOString(), data });
  await tx.insertInto("events").values({ id: event_id, account_id, type, body, created_at }).execute();
  await notify(tx, EVENTS_CHANNEL, account_id);

  const webhooks = await tx
    .selectFrom("webhooks")
    .select(["id", "enabled", "events"])
    .where("account_id", "=", account_id)
    .where("deleted_at", "is", null)
    .forKeyShare()
    .execute();
  const deliveries = webhooks
    .filter(({ events }) => events === null || events.includes(type))
    .map(({ id: webhook_id, enabled }) => ({
      id: newId("delivery"),
      account_id,
      webhook_id,
      event_id,
      event_type: type,
      status: enabled ? ("pending" as const) : ("skipped" as const),
      trigger: "event" as const,
      due_at: enabled ? created_at : null,
      created_at,
    }));
  if (deliveries.length === 0) return;
  await tx.insertInto("deliveries").values(deliveries).execute();
  await notify(tx, DELIVERIES_CHANNEL);
}
