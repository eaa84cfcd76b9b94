import { EVENT_TYPES, type EventType } from "@assay/domain/event-types.ts";
import Type, { type Static } from "typebox";
import type { Row } from "../platform/database/tables.ts";
import { CreatedPageQuery } from "../platform/http/paging.ts";
import { iso, isoOrNull, nullable, Timestamp } from "../platform/http/wire.ts";
import type { LastAttempt } from "./store/deliveries.ts";

const Status = Type.Enum(["pending", "delivered", "failed", "skipped", "canceled"]);

export const DeliveryQuery = Type.Object({
  ...CreatedPageQuery.properties,
  status: Type.Optional(Status),
  event_type: Type.Optional(Type.Enum([...EVENT_TYPES])),
});

export const DeliveryParams = Type.Object({ id: Type.String(), delivery_id: Type.String() });

const EventTypes = Type.Unsafe<EventType[]>({
  type: "array",
  items: { type: "string", enum: EVENT_TYPES },
  minItems: 1,
  maxItems: 100,
  description: "Default: all types",
});

export const ReplayDeliveries = Type.Object(
  {
    since: Type.String({ format: "date-time", description: "Earliest `created_at`, inclusive" }),
    until: Type.Optional(
      Type.String({
        format: "date-time",
        description: "Exclusive, at most 30 days after `since`; default: now",
      }),
    ),
    statuses: Type.Optional(
      Type.Array(Type.Enum(["failed", "skipped", "delivered"]), {
        minItems: 1,
        maxItems: 100,
        description: "Default: failed and skipped",
      }),
    ),
    event_types: Type.Optional(EventTypes),
  },
  {
    additionalProperties: false,
    title: "ReplayDeliveries",
    examples: [{ since: "2026-11-20T00:00:00Z", until: "2026-11-21T00:00:00Z" }],
  },
);
export type ReplayDeliveries = Static<typeof ReplayDeliveries>;

export const Replayed = Type.Object(
  {
    replayed: Type.Integer({ minimum: 0, description: "At most 10,000, the oldest" }),
    has_more: Type.Boolean({ description: "Whether there are more" }),
  },
  { title: "Replayed" },
);

export const TestWebhook = Type.Object(
  { type: Type.Enum([...EVENT_TYPES]) },
  { additionalProperties: false, title: "TestWebhook", examples: [{ type: "batch.certified" }] },
);

const outcome = {
  status_code: nullable(Type.Integer({ description: "What the receiver answered" })),
  error_code: nullable(
    Type.String({
      description:
        "Why there was no response: timeout, dns_error, connection_refused, connection_reset, tls_error, blocked_address or response_too_large",
    }),
  ),
};

const delivery = {
  id: Type.String({ examples: ["dlv_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }),
  webhook_id: Type.String(),
  event_id: Type.String(),
  event_type: Type.String(),
  status: Status,
  attempt_count: Type.Integer({ minimum: 0 }),
  next_attempt_at: nullable(Timestamp),
  created_at: Timestamp,
  delivered_at: nullable(Timestamp),
  trigger: Type.Enum(["event", "replay", "test"]),
  last_attempt: nullable(Type.Object(outcome, { description: "How the last attempt ended; null before it" })),
};

const Attempt = Type.Object(
  {
    id: Type.String({ examples: ["att_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }),
    attempt: Type.Integer({ minimum: 0, description: "0 for the first delivery, 1 for the first retry" }),
    started_at: Timestamp,
    duration_ms: Type.Integer({ minimum: 0 }),
    ...outcome,
    response_body: nullable(Type.String({ description: "The first 4 kB of the response" })),
  },
  { title: "DeliveryAttempt" },
);

export const Delivery = Type.Object(delivery, { title: "Delivery" });
export const DeliveryWithAttempts = Type.Object(
  { ...delivery, attempts: Type.Array(Attempt) },
  { title: "DeliveryWithAttempts" },
);

/** A delivery for a response. The attempt in progress counts as the next one. */
export function toDelivery(row: Row<"deliveries"> & LastAttempt): Static<typeof Delivery> {
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    event_id: row.event_id,
    event_type: row.event_type,
    status: row.status,
    attempt_count: row.attempt_count,
    next_attempt_at: row.status === "pending" ? isoOrNull(row.claimed_at ?? row.due_at) : null,
    created_at: iso(row.created_at),
    delivered_at: isoOrNull(row.delivered_at),
    trigger: row.trigger,
    last_attempt: row.last_attempt,
  };
}

/** The same with its attempts, in order. */
export function toDeliveryWithAttempts(
  row: Row<"deliveries">,
  attempts: readonly Row<"delivery_attempts">[],
): Static<typeof DeliveryWithAttempts> {
  const last = attempts.at(-1);
  const last_attempt = last ? { status_code: last.status_code, error_code: last.error_code } : null;
  return {
    ...toDelivery({ ...row, last_attempt }),
    attempts: attempts.map(({ delivery_id: _, started_at, ...attempt }) => ({
      ...attempt,
      started_at: iso(started_at),
    })),
  };
}
