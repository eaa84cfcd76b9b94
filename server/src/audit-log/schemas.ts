import type { Scope } from "@assay/domain/member.ts";
import { PAY_UNITS } from "@assay/domain/pay.ts";
import Type, { type Static } from "typebox";
import { CreatedPageQuery } from "../platform/http/paging.ts";
import { iso, nullable, Timestamp } from "../platform/http/wire.ts";
import { type IdKind, KINDS, kindOf } from "../platform/ids.ts";
import type { ChangeRow } from "./store.ts";

const Kind = Type.Enum([...KINDS]);
const Id = Type.String({ maxLength: 50 });

export const AuditLogQuery = Type.Object({
  ...CreatedPageQuery.properties,
  actor: Type.Optional({ ...Id, description: "The id of an API key or a member" }),
  action: Type.Optional(Type.String({ maxLength: 100, description: "An operationId of openapi.json" })),
  resource: Type.Optional({ ...Id, description: "The id of the changed resource" }),
});
export type AuditLogQuery = Static<typeof AuditLogQuery>;

const LoggedRate = Type.Object(
  { unit: Type.Enum([...PAY_UNITS]), amount: Type.String({ examples: ["15.50"] }), currency: Type.String() },
  { title: "LoggedRate" },
);

export const LoggedChange = Type.Object(
  {
    id: Type.String(),
    actor: Type.Object(
      { type: Type.Enum(["key", "member"]), id: Type.String(), name: Type.String() },
      { description: "The API key or the person; a deleted member shows its pseudonym" },
    ),
    action: Type.String({
      examples: ["createWebhook"],
      description: "The operation, by its operationId in openapi.json",
    }),
    resource: Type.Object({
      type: Kind,
      id: Type.String(),
      name: nullable(
        Type.String({
          description:
            "Its name now, of a webhook the host. Null if it is deleted, if its kind has no name, and for callers " +
            "without the scope to read it",
        }),
      ),
    }),
    rate: nullable(
      Type.Object(
        {
          starts_on: Type.String({ format: "date" }),
          before: nullable(LoggedRate),
          after: nullable(LoggedRate),
        },
        {
          description:
            "What a change of a member’s rate replaced by what; null for other changes, for older ones, " +
            "and for callers without members:write, who may not read pay",
        },
      ),
    ),
    request_id: Type.String({ description: "The X-Request-Id of the request's answer" }),
    created_at: Timestamp,
  },
  { title: "LoggedChange" },
);

/** What reads a kind of resource; whoever reads the log may know the names of the other kinds. */
const SCOPE_OF: { readonly [Kind in IdKind]?: Scope } = {
  project: "projects:read",
  batch: "batches:read",
  dataset: "datasets:read",
  model: "projects:read",
  webhook: "webhooks:read",
};

/** A change for a response. A caller sees rates and names here only if they may read them elsewhere. */
export function toLoggedChange(row: ChangeRow, scopes: ReadonlySet<Scope>): Static<typeof LoggedChange> {
  const { id, actor_id, actor_name, action, resource_id, resource_name, request_id, created_at } = row;
  const type = kindOf(resource_id) ?? "account";
  const scope = SCOPE_OF[type];
  return {
    id,
    actor: {
      type: kindOf(actor_id) === "member" ? "member" : "key",
      id: actor_id,
      name: actor_name,
    },
    action,
    resource: {
      type,
      id: resource_id,
      name: scope === undefined || scopes.has(scope) ? resource_name : null,
    },
    rate: scopes.has("members:write") ? row.rate : null,
    request_id,
    created_at: iso(created_at),
  };
}
