import type { ConversationOutline } from "@assay/domain/conversation-outline.ts";
import { ORIGINS } from "@assay/domain/formats/format.ts";
import Type, { type Static } from "typebox";
import type { Deps } from "../deps.ts";
import { answer, Metadata, nullable, Timestamp } from "../platform/http/wire.ts";
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

/** What a model spent on one item. */
export const Usage = Type.Object(
  {
    input_tokens: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
    output_tokens: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
    cost: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1_000_000, description: "In the currency of the project's prices" }),
    ),
    ms: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400_000, description: "Time in milliseconds" })),
  },
  { additionalProperties: false },
);

const Prediction = Type.Object({
  model: Type.String(),
  version: nullable(Type.String()),
  prompt_version: nullable(Type.String()),
  score: nullable(Type.Number({ description: "0 to 1: higher means surer" })),
  fields: nullable(Metadata),
  usage: nullable(Usage),
  result: answer("A result of the project's annotation type"),
});

/** How an item got its label. */
export const LabelOrigin = Type.Enum([...ORIGINS], {
  description:
    "consensus: people's answers; import: answers that were all given elsewhere; adjudication; model: a prediction; correction: an auditor; " +
    "gold: a known answer",
});

export const LabelModel = Type.Object(
  { name: Type.String(), version: nullable(Type.String()), score: nullable(Type.Number()) },
  { description: "The model that made the label; null unless origin is model" },
);

const Evidence = nullable(Type.Number());
const ItemSuspicion = Type.Object(
  {
    score: Type.Number({ description: "0 to 1, for an order of review; not a probability" }),
    answers: Evidence,
    models: Evidence,
    neighbors: Evidence,
    predicted: Type.Array(
      Type.Object({
        model: Type.String(),
        version: nullable(Type.String()),
        labels: Type.Array(Type.String()),
      }),
      {
        description:
          "The models that give other labels, and which, up to ten of each; empty where a result is more than labels, such as boxes",
      },
    ),
    computed_at: Timestamp,
  },
  {
    title: "ItemSuspicion",
    description:
      "How likely the label is wrong, and its reasons from 0 to 1: people's answers differ, models give another label, and items with a " +
      "near vector have another label; null without that evidence. Only for API keys, owners, managers and reviewers, and only of accepted items",
  },
);

/** Identity and position of an item. */
const state = {
  id: Type.String(),
  batch_id: Type.String(),
  project_id: Type.String(),
  external_id: nullable(Type.String()),
  group: nullable(Type.String()),
  priority: Type.Integer(),
  metadata: Metadata,
  position: Type.Integer({ description: "Position in the batch, from 1" }),
  file: File,
  line: nullable(
    Type.Integer({ description: "Line or row of the file, from 1; null where the file is the item" }),
  ),
  status: Type.Enum(["open", "accepted", "excluded"]),
  round: Type.Integer(),
  overlap_required: Type.Integer(),
  answer_count: Type.Integer(),
  skip_count: Type.Integer(),
  label: nullable(answer("The accepted result; null if there is none or you may not see it")),
  fields: nullable(Metadata),
  support: nullable(
    Type.Number({
      description: "Share of people's answers behind the label, 0 to 1; null where a model made it",
    }),
  ),
  suspicion: nullable(ItemSuspicion),
  origin: nullable(LabelOrigin),
  model: nullable(LabelModel),
  excluded_reason: nullable(Type.String()),
  content_url: Type.String({ description: "Address of the file, valid for an hour without a key" }),
};

const ItemOutline = Type.Object(
  {
    steps: Type.Integer({ description: "How many messages the conversation has" }),
    tools: Type.Array(Type.String(), {
      description: "The first five tools that it calls, of whose names the first 60 characters are given",
    }),
    tool_count: Type.Integer({ description: "How many different tools it calls" }),
  },
  {
    title: "ItemOutline",
    description:
      "What a conversation holds; null for other items, and for conversations that a version without outlines stored",
  },
);

export const ItemName = Type.Object(
  {
    external_id: nullable(Type.String()),
    file: Type.Object({ filename: Type.String() }),
    line: nullable(Type.Integer({ description: "In a file with an item for each line" })),
  },
  { description: "What names the item, also for people who may not read items" },
);

export const ItemSummary = Type.Object(
  {
    ...state,
    excerpt: nullable(
      Type.String({
        description: "The first 200 characters of its text, or of what a user says first in its conversation",
      }),
    ),
    outline: nullable(ItemOutline),
  },
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

/** An item for lists. */
export function toItemSummary(deps: Deps, row: ItemSummaryRecord): ItemSummary {
  const { excerpt, outline } = row;
  return { ...stateOf(deps, row), excerpt, outline: outline && outlined(outline) };
}

function outlined({ steps, tools, tool_count }: ConversationOutline): Static<typeof ItemOutline> {
  return { steps, tools: [...tools], tool_count };
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
    suspicion: row.suspicion,
    origin: row.origin,
    model: row.model,
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
    predictions: row.predictions.map(({ guideline_version: _, ...prediction }) => prediction),
  };
}
