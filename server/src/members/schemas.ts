import { ROLES } from "@assay/domain/member.ts";
import Type, { type Static } from "typebox";
import { iso, isoOrNull, nullable, Timestamp } from "../platform/http/wire.ts";
import { LIMITS } from "../platform/limits.ts";
import { QualificationState, toQualificationState } from "../qualifications/schemas.ts";
import type { Training } from "../qualifications/store.ts";
import type { PauseRow } from "./pauses.ts";
import type { MemberRow } from "./store.ts";

const Name = Type.String({ minLength: 1, maxLength: LIMITS.name_characters });
const Email = Type.String({ format: "email", maxLength: 254, examples: ["rater@acme.test"] });
const Role = Type.Enum([...ROLES]);
const ExternalId = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "Your own id of this member; claims and imports may send it as `annotator`",
});
const ProjectIds = Type.Array(Type.String({ maxLength: 40 }), {
  maxItems: 100,
  uniqueItems: true,
  description:
    "The projects that the member works on; null: all projects without groups or with one of the member's groups",
});
const Groups = Type.Array(Name, {
  maxItems: 50,
  uniqueItems: true,
  description: "Names that you choose; a project with groups gives tasks only to their members",
});

const Kind = Type.Enum(["person", "model"], {
  description:
    "model: an agent, say. It never audits or adjudicates, its answers are marked, and the certificate counts them. A model stays one",
});
const MayAnnotate = Type.Boolean({
  description: "Whether a member of the kind model gets tasks; false until an owner sets it",
});

/** The common body of inviting and changing a member. */
const optional = {
  kind: Type.Optional(Kind),
  may_annotate: Type.Optional(MayAnnotate),
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
      Type.Boolean({ description: "False releases the member's leases; drafts and answers stay" }),
    ),
    ...optional,
  },
  { additionalProperties: false, title: "ChangeMember" },
);
export type ChangeMember = Static<typeof ChangeMember>;

const Pause = Type.Object({
  project_id: Type.String(),
  gold_answered: Type.Integer({ description: "Answers to items with a known answer" }),
  gold_right: Type.Integer({ description: "How many of those were right" }),
  gold_floor: Type.Number({ description: "The share of right answers that the policy requires" }),
  paused_at: Timestamp,
});

export const ResumeMember = Type.Object(
  { project_id: Type.String({ maxLength: 40, description: "The project in which to resume the member" }) },
  {
    additionalProperties: false,
    title: "ResumeMember",
    examples: [{ project_id: "proj_01JD3W8Q9V6T2R4M5N7P8X0YZC" }],
  },
);

export const ChangeQualification = Type.Object(
  {
    project_id: Type.String({ maxLength: 40 }),
    action: Type.Enum(["pass", "start_again"], {
      description:
        "pass: the member gets real work without the training; start_again: they train again, with all attempts, and get no real work " +
        "before they pass",
    }),
  },
  {
    additionalProperties: false,
    title: "ChangeQualification",
    examples: [{ project_id: "proj_01JD3W8Q9V6T2R4M5N7P8X0YZC", action: "pass" }],
  },
);

const SIGN_INS = ["none", "invited", "ready"] as const;

export const Member = Type.Object(
  {
    id: Type.String({ examples: ["mem_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }),
    name: Type.String(),
    email: nullable(Type.String()),
    role: Role,
    kind: Kind,
    may_annotate: MayAnnotate,
    external_id: nullable(Type.String()),
    project_ids: nullable(Type.Array(Type.String())),
    groups: Type.Array(Type.String()),
    active: Type.Boolean(),
    sign_in: Type.Enum([...SIGN_INS], {
      description: "none: no valid link; invited: the link is not used yet; ready: the person can sign in",
    }),
    invited_until: nullable(Type.String({ format: "date-time", description: "When the link expires" })),
    paused: Type.Array(Pause, {
      description: "Projects in which the member gets no tasks until an owner or manager resumes them",
    }),
    qualifications: Type.Array(QualificationState, {
      description:
        "How far the member is in projects that train their annotators; absent ones have not begun",
    }),
    last_active_at: nullable(Timestamp),
    deactivated_at: nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Member" },
);
export type Member = Static<typeof Member>;

export const Invitation = Type.Object(
  {
    url: nullable(
      Type.String({
        description:
          "The first person who opens the link joins. Shown only in this response, and mailed; null for a member who already " +
          "signs in, who gets a password link only by mail",
      }),
    ),
    expires_at: Timestamp,
  },
  { title: "Invitation" },
);

export const NewMember = Type.Object(
  { ...Member.properties, invitation: nullable(Invitation) },
  { title: "NewMember", description: "The member, with an invitation if it has an e-mail address" },
);

export type NewMember = Static<typeof NewMember>;

/** What the inviter sees: no link to set a new password for a person who already signs in. */
export interface ShownInvitation {
  readonly url: string | null;
  readonly expires_at: Date;
}

/** A link for a response. */
export function toInvitation({ url, expires_at }: ShownInvitation): Static<typeof Invitation> {
  return { url, expires_at: iso(expires_at) };
}

export const ImportMembers = Type.Object(
  {
    csv: Type.String({
      maxLength: 150_000,
      description:
        "A header and one line per member, at most 1,000. Columns: name, and any of email, role, external_id, " +
        "project_ids and groups (separate several values of these two with ;)",
    }),
  },
  {
    additionalProperties: false,
    title: "ImportMembers",
    examples: [{ csv: "name,email,role,groups\nAda,ada@acme.test,annotator,night shift\n" }],
  },
);

/** What a response says of a member besides its row. */
interface Shown {
  readonly pauses: readonly PauseRow[];
  readonly trainings: readonly Training[];
  readonly invited_until: Date | undefined;
}

/** A member for a response, with its pauses and trainings, and the expiry of its link. */
export function toMember(row: MemberRow, { pauses, trainings, invited_until }: Shown): Member {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    kind: row.is_model ? "model" : "person",
    may_annotate: row.may_annotate,
    external_id: row.external_id,
    project_ids: row.project_ids,
    groups: row.groups,
    active: row.active,
    sign_in: row.person_id !== null ? "ready" : invited_until === undefined ? "none" : "invited",
    invited_until: isoOrNull(invited_until ?? null),
    paused: pauses.map(({ project_id, gold_answered, gold_right, gold_floor, paused_at }) => ({
      ...{ project_id, gold_answered, gold_right, gold_floor, paused_at: iso(paused_at) },
    })),
    qualifications: trainings.map(toQualificationState),
    last_active_at: isoOrNull(row.last_active_at),
    deactivated_at: isoOrNull(row.deactivated_at),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}
