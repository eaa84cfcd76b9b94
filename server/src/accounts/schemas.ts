import { SCOPES } from "@assay/domain/member.ts";
import Type, { type Static } from "typebox";
import type { Row } from "../platform/database/tables.ts";
import { iso, isoOrNull, nullable, Timestamp } from "../platform/http/wire.ts";
import { LIMITS, STORAGE_BYTES } from "../platform/limits.ts";

const Name = Type.String({ minLength: 1, maxLength: LIMITS.name_characters });
const Email = Type.String({ format: "email", maxLength: 254, examples: ["owner@acme.test"] });
const Limit = Type.Integer({ minimum: 1 });
const StrictAnnotators = Type.Boolean({
  description:
    "True: an `annotator` whom the account does not have is a fault. False: the name becomes a member",
});
const limitNames = Object.keys(LIMITS);
const StorageBytes = nullable(
  Type.Integer({ minimum: 1, description: "Bytes of all uploads; null: the plan has no limit" }),
);

export const Account = Type.Object(
  {
    id: Type.String({ examples: ["acct_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }),
    name: Type.String(),
    owner_email: nullable(
      Type.String({ description: "Null: messages go only to the log and to notifications" }),
    ),
    plan: Type.Enum(["starter", "growth", "enterprise"]),
    rate_limit_per_minute: Type.Integer({ minimum: 1 }),
    strict_annotators: StrictAnnotators,
    limits: Type.Object(
      { ...Object.fromEntries(limitNames.map((name) => [name, Limit])), storage_bytes: StorageBytes },
      { title: "Limits" },
    ),
    created_at: Timestamp,
  },
  { title: "Account" },
);
export type Account = Static<typeof Account>;

export const ChangeAccount = Type.Object(
  {
    name: Type.Optional(Name),
    owner_email: Type.Optional(nullable(Email)),
    strict_annotators: Type.Optional(StrictAnnotators),
  },
  { additionalProperties: false, title: "ChangeAccount" },
);
export type ChangeAccount = Static<typeof ChangeAccount>;

/** An account for a response. */
export function toAccount(row: Row<"accounts">): Account {
  return {
    id: row.id,
    name: row.name,
    owner_email: row.owner_email,
    plan: row.plan,
    rate_limit_per_minute: row.rate_limit_per_minute,
    strict_annotators: row.strict_annotators,
    limits: { ...LIMITS, storage_bytes: STORAGE_BYTES[row.plan] },
    created_at: iso(row.created_at),
  };
}

const Scopes = Type.Array(Type.Enum([...SCOPES]), {
  minItems: 1,
  maxItems: SCOPES.length,
  uniqueItems: true,
});
const ExpiresAt = nullable(
  Type.String({ format: "date-time", description: "A time in the future; null: never" }),
);

const apiKey = {
  id: Type.String({ examples: ["key_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }),
  name: Type.String(),
  prefix: Type.String({ description: "The key's first 14 characters", examples: ["assay_live_k3J"] }),
  last4: Type.String({ description: "The last four characters", examples: ["aehB"] }),
  scopes: Type.Array(Type.String()),
  created_at: Timestamp,
  last_used_at: nullable(Timestamp),
  expires_at: nullable(Timestamp),
  revoked_at: nullable(Timestamp),
};

export const ApiKey = Type.Object(apiKey, { title: "ApiKey" });
export type ApiKey = Static<typeof ApiKey>;

export const NewApiKey = Type.Object(
  { ...apiKey, key: Type.String({ description: "The key; only this response shows it" }) },
  { title: "NewApiKey" },
);

export const CreateApiKey = Type.Object(
  {
    name: Name,
    scopes: Type.Optional(Scopes),
    expires_at: Type.Optional(ExpiresAt),
  },
  {
    additionalProperties: false,
    title: "CreateApiKey",
    examples: [{ name: "ci", scopes: ["projects:read", "uploads:write", "batches:write"] }],
  },
);
export type CreateApiKey = Static<typeof CreateApiKey>;

export const ChangeApiKey = Type.Object(
  { name: Type.Optional(Name), scopes: Type.Optional(Scopes), expires_at: Type.Optional(ExpiresAt) },
  { additionalProperties: false, title: "ChangeApiKey" },
);
export type ChangeApiKey = Static<typeof ChangeApiKey>;

/** A key for a response, without its secret. */
export function toApiKey(row: Row<"api_keys">): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    last4: row.last4,
    scopes: row.scopes,
    created_at: iso(row.created_at),
    last_used_at: isoOrNull(row.last_used_at),
    expires_at: isoOrNull(row.expires_at),
    revoked_at: isoOrNull(row.revoked_at),
  };
}
