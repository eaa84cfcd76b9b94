import Type, { type Static } from "typebox";
import { CreatedPageQuery } from "../platform/http/paging.ts";
import { iso, Timestamp } from "../platform/http/wire.ts";
import { KINDS, kindOf } from "../platform/ids.ts";
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
    resource: Type.Object({ type: Kind, id: Type.String() }),
    request_id: Type.String({ description: "The X-Request-Id of the request's answer" }),
    created_at: Timestamp,
  },
  { title: "LoggedChange" },
);

/** A change for a response. */
export function toLoggedChange(row: ChangeRow): Static<typeof LoggedChange> {
  const { id, actor_id, actor_name, action, resource_id, request_id, created_at } = row;
  return {
    id,
    actor: {
      type: kindOf(actor_id) === "member" ? "member" : "key",
      id: actor_id,
      name: actor_name,
    },
    action,
    resource: { type: kindOf(resource_id) ?? "account", id: resource_id },
    request_id,
    created_at: iso(created_at),
  };
}
