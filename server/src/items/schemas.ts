import Type, { type Static } from "typebox";
import type { Deps } from "../deps.ts";
import type { Row } from "../platform/database/tables.ts";
import { answer, iso, isoOrNull, Metadata, nullable, Timestamp } from "../platform/http/wire.ts";
import { contentUrl } from "../uploads/content-url.ts";
import type { ItemRecord, ItemStateRecord, ItemSummaryRecord } from "./store.ts";

const File = Type.Object({
  id: Type.String(),
  filename: Type.String(),
  content_type: Type.String(),
  width: nullable(Type.Integer()),
  height: nullable(Type.Integer()),
  duration: nullable(Type.Number({ description: "Seconds of a recording" })),
});

const Prediction = Type.Object({
  model: Type.String(),
  score: nullable(Type.Number()),
  result: answer("In the shape of the project's annotation type"),
});

/** What an item is and where it stands. */
const state = {
  id: Type.String(),
  batch_id: Type.String(),
  project_id: Type.String(),
  external_id: nullable(Type.String()),
  group: nullable(Type.String()),
  priority: Type.Integer(),
  metadata: Metadata,
  position: Type.Integer({ description: "Its place in the batch, from 1" }),
  file: File,
  line: nullable(
    Type.Integer({ description: "Line or row of the file, from 1; null where the file is the item" }),
  ),
  status: Type.Enum(["open", "accepted", "excluded"]),
  round: Type.Integer(),
  overlap_required: Type.Integer(),
  answer_count: Type.Integer(),
  skip_count: Type.Integer(),
  label: nullable(answer("The accepted result; null where there is none or it is not to be seen")),
  fields: nullable(Metadata),
  support: nullable(
    Type.Number({
      description:
        "Share of the answers behind the label, 0 to 1; a model's score where origin is prediction",
    }),
  ),
  origin: nullable(Type.Enum(["consensus", "adjudication", "audit", "prediction", "gold"])),
  excluded_reason: nullable(Type.String()),
  content_url: Type.String({ description: "Where the file is read, for an hour, without a key" }),
};

export const ItemSummary = Type.Object(
  { ...state, excerpt: nullable(Type.String({ description: "The first 200 characters of its text" })) },
  { title: "ItemSummary" },
);
export type ItemSummary = Static<typeof ItemSummary>;

export const Item = Type.Object(
  {
    ...state,
    text: nullable(Type.String()),
    conversation: Type.Unknown({ description: "messages and responses of a conversation; null for others" }),
    predictions: Type.Array(Prediction),
  },
  { title: "Item" },
);
export type Item = Static<typeof Item>;

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { minItems: 1, maxItems: 10_000 });
const Filter = Type.Object(
  {
    project_id: Type.Optional(Type.String({ maxLength: 50, description: "This or batch_id is needed" })),
    batch_id: Type.Optional(Type.String({ maxLength: 50 })),
    state: Type.Optional(Type.Enum(["open", "accepted", "excluded"])),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    annotator: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    answer: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    support_lt: Type.Optional(Type.Number({ minimum: 0 })),
    external_ids: Type.Optional(Names),
    item_ids: Type.Optional(Names),
    metadata: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 500 }), { maxProperties: 50 }),
    ),
    q: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  { additionalProperties: false, description: "As the parameters of GET /v1/items" },
);

export const BulkItems = Type.Object(
  {
    filter: Filter,
    action: Type.Enum(["priority", "requeue", "exclude", "gold", "accept_prediction"], {
      description:
        "priority: of open items. requeue: answer anew, under the newest guidelines. exclude: leave out, with a " +
        "reason. gold: make accepted labels the answers that annotators are measured by. accept_prediction: make " +
        "a model's prediction the label of open items",
    }),
    priority: Type.Optional(Type.Integer({ minimum: -1_000, maximum: 1_000, description: "For priority" })),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000, description: "For exclude" })),
    model: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "For accept_prediction" })),
    dry_run: Type.Optional(Type.Boolean({ description: "True: only count the items" })),
  },
  { additionalProperties: false, title: "BulkItems" },
);
export type BulkItems = Static<typeof BulkItems>;

export const BulkCount = Type.Object(
  { count: Type.Integer({ description: "Items that would change now" }) },
  { title: "BulkCount" },
);

export const BulkJob = Type.Object(
  {
    id: Type.String({ examples: ["job_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }),
    action: BulkItems.properties.action,
    status: Type.Enum(["running", "finished"]),
    count: Type.Integer({ description: "Items that were to change when it was asked" }),
    changed: Type.Integer({
      description: "Items that have changed so far; those that moved on meanwhile do not",
    }),
    created_at: Timestamp,
    finished_at: nullable(Timestamp),
  },
  { title: "BulkJob" },
);

/** A change of many items for the wire. */
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

/** An item for lists. */
export function toItemSummary(deps: Deps, row: ItemSummaryRecord): ItemSummary {
  return { ...stateOf(deps, row), excerpt: row.excerpt };
}

function stateOf(deps: Deps, row: ItemStateRecord) {
  return {
    id: row.id,
    batch_id: row.batch_id,
    project_id: row.project_id,
    external_id: row.external_id,
    group: row.group,
    priority: row.priority,
    metadata: row.metadata,
    position: row.position,
    file: row.file,
    line: row.line,
    status: row.status,
    round: row.round,
    overlap_required: row.overlap_required,
    answer_count: row.answer_count,
    skip_count: row.skip_count,
    label: row.result,
    fields: row.fields,
    support: row.support,
    origin: row.origin,
    excluded_reason: row.excluded_reason,
    content_url: contentUrl(deps, row.media_id),
  };
}

/** An item with its content. */
export function toItem(deps: Deps, row: ItemRecord): Item {
  return {
    ...stateOf(deps, row),
    text: row.text,
    conversation: row.conversation,
    predictions: row.predictions.map(({ model, score, result }) => ({ model, score, result })),
  };
}
