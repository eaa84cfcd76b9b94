import { EVENT_TYPES, type EventType } from "@assay/domain/event-types.ts";
import Type, { type Static } from "typebox";
import { iso, isoOrNull, Metadata, MetadataBody, nullable, Timestamp } from "../platform/http/wire.ts";
import type { WebhookRow } from "./store/webhooks.ts";

const Url = Type.String({
  maxLength: 2_048,
  description:
    "Absolute, https (http only to networks that the operator allows), without user name and fragment",
  examples: ["https://hooks.acme.test/assay"],
});

/** One plain `type` instead of a union, so that the error of an unknown name lists the known ones. */
const Events = Type.Unsafe<EventType[] | null>({
  type: ["array", "null"],
  items: { type: "string", enum: EVENT_TYPES },
  minItems: 1,
  maxItems: 100,
  description: "Null: all types, including those added later",
  examples: [["batch.certified", "batch.failed"]],
});

const Description = nullable(Type.String({ maxLength: 500 }));
const WebhookSecret = Type.String({
  maxLength: 100,
  description: "`whsec_` and 24 to 64 bytes in base64; default: Assay creates one",
});

export const CreateWebhook = Type.Object(
  {
    url: Url,
    events: Type.Optional(Events),
    description: Type.Optional(Description),
    secret: Type.Optional(WebhookSecret),
    metadata: Type.Optional(MetadataBody),
  },
  {
    additionalProperties: false,
    title: "CreateWebhook",
    examples: [
      {
        url: "https://hooks.acme.test/assay",
        events: ["batch.certified", "batch.failed"],
        description: "production",
      },
    ],
  },
);
export type CreateWebhook = Static<typeof CreateWebhook>;

export const ChangeWebhook = Type.Object(
  {
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    description: Type.Optional(Description),
    enabled: Type.Optional(Type.Boolean({ description: "True enables a disabled webhook again" })),
    metadata: Type.Optional(MetadataBody),
  },
  { additionalProperties: false, title: "ChangeWebhook" },
);
export type ChangeWebhook = Static<typeof ChangeWebhook>;

export const RotateSecret = Type.Object(
  {
    secret: Type.Optional(WebhookSecret),
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        description:
          "How long the old secret also signs in `webhook-signature`; default: a day; 0: ends it now",
      }),
    ),
  },
  { additionalProperties: false, title: "RotateSecret", examples: [{ overlap_seconds: 86_400 }] },
);
export type RotateSecret = Static<typeof RotateSecret>;

const upToSecret = {
  id: Type.String({ examples: ["wh_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }),
  url: Type.String(),
  events: Type.Array(Type.Enum([...EVENT_TYPES])),
  all_events: Type.Boolean({ description: "Whether the webhook also gets types that are added later" }),
  description: nullable(Type.String()),
  enabled: Type.Boolean(),
  disabled_at: nullable(Timestamp),
  disabled_reason: nullable(Type.Enum(["delivery_failures", "manual"])),
  failed_in_a_row: Type.Integer({
    minimum: 0,
    maximum: 100,
    description:
      "How many of the newest deliveries failed one after another, without tests; counted up to 100",
  }),
};
const fromHint = {
  secret_hint: Type.String({ examples: ["…RlcyE="] }),
  previous_secret_expires_at: nullable(Timestamp),
  metadata: Metadata,
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const Webhook = Type.Object({ ...upToSecret, ...fromHint }, { title: "Webhook" });
export type Webhook = Static<typeof Webhook>;

export const NewWebhook = Type.Object(
  { ...upToSecret, secret: Type.String({ description: "Only in this response" }), ...fromHint },
  { title: "NewWebhook" },
);

/** A webhook for a response, without its secret. */
export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: EVENT_TYPES.filter((type) => row.events === null || row.events.includes(type)),
    all_events: row.events === null,
    description: row.description,
    enabled: row.enabled,
    disabled_at: isoOrNull(row.disabled_at),
    disabled_reason: row.disabled_reason,
    failed_in_a_row: row.failed_in_a_row,
    secret_hint: row.secret_hint,
    previous_secret_expires_at: isoOrNull(row.previous_secret_expires_at),
    metadata: row.metadata,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}
