import { ServiceError } from "@assay/domain/errors.ts";
import { DELIVERIES_CHANNEL } from "../events/emit.ts";
import type { Tx } from "../platform/database/db.ts";
import { notify } from "../platform/database/direct.ts";
import type { Row } from "../platform/database/tables.ts";
import type { ReplayDeliveries } from "./delivery-schemas.ts";
import { type LastAttempt, lockDelivery, replay, requestAttempt } from "./store/deliveries.ts";
import { oldestLease } from "./store/lease.ts";
import type { WebhookRow } from "./store/webhooks.ts";

const MAX_RANGE_MS = 30 * 24 * 3_600_000;

/**
 * Requests one more attempt of a delivery to a locked webhook, at once. If it fails, the delivery keeps its
 * status and its schedule. Throws `webhook_disabled`; `invalid_state` while an attempt is running or
 * requested, and for a test; `gone` if the event's content was deleted.
 */
export async function retryDelivery(
  tx: Tx,
  webhook: WebhookRow,
  id: string,
  now: Date,
): Promise<Row<"deliveries"> & LastAttempt> {
  const delivery = await lockDelivery(tx, webhook, id);
  assertEnabled(webhook);
  assertRetriable(delivery, now);
  const event = await tx
    .selectFrom("events")
    .select("id")
    .where("account_id", "=", delivery.account_id)
    .where("id", "=", delivery.event_id)
    .where("body", "is not", null)
    .executeTakeFirst();
  if (event === undefined) throw new ServiceError("gone", "the content of the event is deleted");
  const retried = await requestAttempt(tx, delivery, now);
  await notify(tx, DELIVERIES_CHANNEL);
  return retried;
}

/**
 * Sends deliveries of a locked webhook in a time range again: the oldest 10,000, each with a new schedule.
 * They are due a millisecond apart, so that newer events are not delayed behind all of them. Throws `webhook_disabled`, and
 * `invalid_request` for a range that ends before it begins or exceeds 30 days.
 */
export async function replayDeliveries(
  tx: Tx,
  webhook: WebhookRow,
  { since, until, statuses = ["failed", "skipped"], event_types }: ReplayDeliveries,
  now: Date,
): Promise<{ readonly replayed: number; readonly has_more: boolean }> {
  const [from, to] = [new Date(since), until === undefined ? now : new Date(until)];
  assertRange(from, to);
  assertEnabled(webhook);
  const result = await replay(tx, { webhook, from, to, statuses, event_types }, now);
  await notify(tx, DELIVERIES_CHANNEL);
  return result;
}

function assertEnabled({ id, enabled }: WebhookRow): void {
  if (enabled) return;
  throw new ServiceError(
    "webhook_disabled",
    `the webhook ${id} is disabled; enable it with PATCH {"enabled": true}`,
  );
}

function assertRetriable({ status, trigger, claimed_at, resume_status }: Row<"deliveries">, now: Date): void {
  if (trigger === "test") {
    throw new ServiceError("invalid_state", "a test delivery cannot be sent again; send a new test");
  }
  if (claimed_at !== null && claimed_at > oldestLease(now)) {
    throw new ServiceError("invalid_state", "an attempt of this delivery is in progress");
  }
  if (status === "pending" && resume_status !== null) {
    throw new ServiceError("invalid_state", "an attempt of this delivery is already waiting");
  }
}

function assertRange(since: Date, until: Date): void {
  const ms = until.getTime() - since.getTime();
  if (ms >= 0 && ms <= MAX_RANGE_MS) return;
  throw new ServiceError(
    "invalid_request",
    ms < 0 ? "until must not be before since" : "since and until must not be more than 30 days apart",
  );
}
