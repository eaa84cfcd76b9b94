import Type, { type Static } from "typebox";
import { PageQuery } from "../platform/http/paging.ts";
import { nullable, Timestamp } from "../platform/http/wire.ts";

const Time = PageQuery.properties.created_after;
const Count = Type.Integer({ minimum: 0 });
const GROUP = "(member|project|batch|day)";

export const WorkQuery = Type.Object({
  from: Type.Optional({ ...Time, description: "With an offset or Z; default: 30 days before `to`" }),
  to: Type.Optional({ ...Time, description: "Exclusive; default: now" }),
  group_by: Type.String({
    pattern: `^${GROUP}(,${GROUP}){0,3}$`,
    default: "member",
    description: "Any of member, project, batch and day (UTC), separated by commas",
    examples: ["member,day"],
  }),
  project_id: Type.Optional(Type.String({ maxLength: 50, description: "Only work on this project" })),
  format: Type.Optional(Type.Enum(["json", "csv"], { description: "Default: as in Accept, otherwise json" })),
});

/** What the reports of work and pay count alike. */
export const decided = {
  accepted: Type.Integer({
    minimum: 0,
    description: "Answers to accepted items, without corrected ones and audits; of rounds that are over",
  }),
  undecided: Type.Integer({
    minimum: 0,
    description: "Answers of rounds that are not over, of which nobody can say yet whether they are accepted",
  }),
};

export const WorkRow = Type.Object(
  {
    member_id: Type.Optional(Type.String()),
    member_name: Type.Optional(nullable(Type.String())),
    member_external_id: Type.Optional(
      nullable(
        Type.String({ description: "Your own id of the member; null without one, and for deleted members" }),
      ),
    ),
    project_id: Type.Optional(Type.String()),
    project_name: Type.Optional(Type.String()),
    batch_id: Type.Optional(Type.String()),
    batch_name: Type.Optional(Type.String()),
    day: Type.Optional(Type.String({ examples: ["2026-11-21"] })),
    answers: Count,
    audits: Type.Integer({ minimum: 0, description: "Answers that judge a label (audits)" }),
    items: Type.Integer({ minimum: 0, description: "Distinct items answered, counted once per line" }),
    objects: Type.Integer({ minimum: 0, description: "Objects, spans or segments in the answers" }),
    active_minutes: Type.Number({
      minimum: 0,
      description:
        "As clients sent it; per answer at most the time from lease to submit, which also counts for an answer without one",
    }),
    ...decided,
    corrected: Type.Integer({
      minimum: 0,
      description:
        "Answers that an audit, an adjudication or a known answer proved wrong, of rounds that are over",
    }),
  },
  { title: "WorkRow" },
);
export type WorkRow = Static<typeof WorkRow>;

export const WorkReport = Type.Object(
  { from: Timestamp, to: Timestamp, data: Type.Array(WorkRow) },
  { title: "WorkReport" },
);
