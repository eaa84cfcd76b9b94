import { ROLES } from "@assay/domain/member.ts";
import Type, { type Static } from "typebox";
import { LIMITS } from "../platform/limits.ts";
import { iso, isoOrNull, nullable, Timestamp } from "../platform/wire.ts";
import type { MemberRow } from "./store.ts";

const Name = Type.String({ minLength: 1, maxLength: LIMITS.name_characters });
const Email = Type.String({ format: "email", maxLength: 254, examples: ["rater@acme.test"] });
const Role = Type.Enum([...ROLES]);
const ExternalId = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "Your own id of this person, which claims and imports may name as `annotator`",
});
const ProjectIds = Type.Array(Type.String({ maxLength: 40 }), {
  maxItems: 100,
  uniqueItems: true,
  description: "The projects the member works on; null: all of them",
});
const Groups = Type.Array(Name, { maxItems: 50, uniqueItems: true });

/** What both inviting and changing a member take. */
const optional = {
  email: Type.Optional(nullable(Email)),
  external_id: Type.Optional(nullable(ExternalId)),
  project_ids: Type.Optional(nullable(ProjectIds)),
  groups: Type.Optional(Groups),
};

export const CreateMember = Type.Object(
  { name: Name, role: Type.Optional(Role), ...optional },
  {
    additionalProperties: false,
    title: "CreateMember",
    examples: [{ name: "Ada", role: "annotator", email: "ada@acme.test", external_id: "rater-7" }],
  },
);
export type CreateMember = Static<typeof CreateMember>;

export const ChangeMember = Type.Object(
  {
    name: Type.Optional(Name),
    role: Type.Optional(Role),
    active: Type.Optional(
      Type.Boolean({ description: "false: leases are released, drafts and answers stay" }),
    ),
    ...optional,
  },
  { additionalProperties: false, title: "ChangeMember" },
);
export type ChangeMember = Static<typeof ChangeMember>;

export const Member = Type.Object(
  {
    id: Type.String({ examples: ["mem_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }),
    name: Type.String(),
    email: nullable(Type.String()),
    role: Role,
    external_id: nullable(Type.String()),
    project_ids: nullable(Type.Array(Type.String())),
    groups: Type.Array(Type.String()),
    active: Type.Boolean(),
    last_active_at: nullable(Timestamp),
    deactivated_at: nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Member" },
);
export type Member = Static<typeof Member>;

/** A member for the wire. */
export function toMember(row: MemberRow): Member {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    external_id: row.external_id,
    project_ids: row.project_ids,
    groups: row.groups,
    active: row.active,
    last_active_at: isoOrNull(row.last_active_at),
    deactivated_at: isoOrNull(row.deactivated_at),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}
