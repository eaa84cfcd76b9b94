import Type, { type Static } from "typebox";
import { PageQuery } from "../platform/http/paging.ts";
import { nullable, Timestamp } from "../platform/http/wire.ts";

const Time = PageQuery.properties.created_after;
const Count = Type.Integer({ minimum: 0 });
const GROUP = "(member|project|batch|day)";

export const WorkQuery = Type.Object({
  from: Type.Optional({ ...Time, description: "With an offset or Z; absent: 30 days before `to`" }),
  to: Type.Optional({ ...Time, description: "Not included; absent: now" }),
  group_by: Type.String({
    pattern: `^${GROUP}(,${GROUP}){0,3}$`,
    default: "member",
    description: "Some of member, project, batch and day (of UTC), comma between",
    examples: ["member,day"],
  }),
  project_id: Type.Optional(Type.String({ maxLength: 50, description: "Only work on this project" })),
  format: Type.Optional(Type.Enum(["json", "csv"], { description: "Absent: by Accept, else json" })),
});

export const WorkRow = Type.Object(
  {
    member_id: Type.Optional(Type.String()),
    member_name: Type.Optional(nullable(Type.String())),
    project_id: Type.Optional(Type.String()),
    project_name: Type.Optional(Type.String()),
    batch_id: Type.Optional(Type.String()),
    batch_name: Type.Optional(Type.String()),
    day: Type.Optional(Type.String({ examples: ["2026-11-21"] })),
    answers: Count,
    audits: Type.Integer({ minimum: 0, description: "Of the answers, those that judge a label" }),
    items: Type.Integer({ minimum: 0, description: "Those answered, each once in its line" }),
    objects: Type.Integer({ minimum: 0, description: "Objects, spans or segments in the answers" }),
    active_minutes: Type.Number({
      minimum: 0,
      description: "As those who answered told it, for each answer never more than from lease to submit",
    }),
    accepted: Type.Integer({
      minimum: 0,
      description: "Answers to items that are accepted, and not corrected",
    }),
    corrected: Type.Integer({
      minimum: 0,
      description: "Answers that an audit, an adjudication or a known answer did not let stand",
    }),
  },
  { title: "WorkRow" },
);
export type WorkRow = Static<typeof WorkRow>;

export const WorkReport = Type.Object(
  { from: Timestamp, to: Timestamp, data: Type.Array(WorkRow) },
  { title: "WorkReport" },
);
