import Type, { type Static } from "typebox";
import type { Row } from "../platform/database/tables.ts";
import { iso, isoOrNull, nullable, Timestamp } from "../platform/http/wire.ts";

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { minItems: 1, maxItems: 10_000 });
const Filter = Type.Object(
  {
    project_id: Type.Optional(Type.String({ maxLength: 50, description: "Required without batch_id" })),
    batch_id: Type.Optional(Type.String({ maxLength: 50 })),
    state: Type.Optional(Type.Enum(["open", "accepted", "excluded"])),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    annotator: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    answer: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    other_answer: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    support_lt: Type.Optional(Type.Number({ minimum: 0 })),
    waits_for: Type.Optional(Type.Enum(["adjudication", "another_answer"])),
    audited: Type.Optional(Type.Literal("wrong")),
    external_ids: Type.Optional(Names),
    item_ids: Type.Optional(Names),
    metadata: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 500 }), { maxProperties: 50 }),
    ),
    q: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  { additionalProperties: false, description: "The same filters as the parameters of GET /v1/items" },
);

export const BulkItems = Type.Object(
  {
    filter: Filter,
    action: Type.Enum(
      ["priority", "requeue", "exclude", "gold", "accept_prediction", "adjudicate", "release"],
      {
        description:
          "priority: changes open items. requeue: asks for new answers under the newest guidelines. exclude: leaves items out, with a " +
          "reason. gold: uses accepted labels as known answers that measure annotators. accept_prediction: makes " +
          "a model's prediction the label of open items, without those that people check for an auto-accept. adjudicate: let an adjudicator decide open items whose answers " +
          "disagree or that somebody skipped, in place of one more answer. release: offers items to every annotator that rework reserved " +
          "for those who answered them before",
      },
    ),
    priority: Type.Optional(Type.Integer({ minimum: -1_000, maximum: 1_000, description: "For priority" })),
    reason: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: 2_000 },
        description:
          "For exclude, which needs it, and for requeue: those who answered the items get them first, and read it above each",
      }),
    ),
    model: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "For accept_prediction" })),
    version: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "For accept_prediction: the model's version",
      }),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: "True: only count the items" })),
  },
  { additionalProperties: false, title: "BulkItems" },
);
export type BulkItems = Static<typeof BulkItems>;

export const BulkCount = Type.Object(
  {
    count: Type.Integer({ description: "Items that would change now" }),
    is_lower_bound: Type.Boolean({
      description:
        "True where there are more items than one request looks at (50,000, or 16 MB of texts for q)",
    }),
  },
  { title: "BulkCount" },
);

export const BulkJob = Type.Object(
  {
    id: Type.String({ examples: ["job_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }),
    action: BulkItems.properties.action,
    status: Type.Enum(["running", "finished"]),
    count: Type.Integer({
      description: "Items that matched when the job was created; grows if the job finds more",
    }),
    changed: Type.Integer({
      description: "Items changed so far; items whose state changed in the meantime are skipped",
    }),
    created_at: Timestamp,
    finished_at: nullable(Timestamp),
  },
  { title: "BulkJob" },
);

/** A change of many items for a response. */
export function toBulkJob(row: Row<"bulk_jobs">): Static<typeof BulkJob> {
  return {
    id: row.id,
    action: row.action,
    status: row.finished_at === null ? "running" : "finished",
    count: row.item_count,
    changed: row.changed_count,
    created_at: iso(row.created_at),
    finished_at: isoOrNull(row.finished_at),
  };
}
