import Type, { type Static } from "typebox";
import { LabelModel, LabelOrigin } from "../items/schemas.ts";
import type { Row } from "../platform/database/tables.ts";
import { answer, isoOrNull, Metadata, nullable, Timestamp } from "../platform/http/wire.ts";

/** Describes a `result`. */
export const ANSWER = "The answer, a result of the project's annotation type";

export const Annotation = Type.Object(
  {
    id: Type.String(),
    task_id: nullable(Type.String()),
    item_id: Type.String(),
    batch_id: Type.String(),
    member_id: Type.String(),
    kind: Type.Enum(["annotate", "audit", "adjudicate", "gold"], {
      description: "gold: only measures the annotator and never counts for the label",
    }),
    round: Type.Integer(),
    version: Type.Integer({ description: "Number of this member's answer to the item in the round, from 1" }),
    superseded_at: nullable(Timestamp),
    guideline_version: Type.Integer(),
    result: answer(ANSWER),
    fields: nullable(Metadata),
    active_ms: nullable(Type.Integer()),
    client_id: nullable(Type.String()),
    response_order: nullable(
      Type.Array(Type.String(), {
        description:
          "The ids of a conversation's responses in the order in which the task showed them; null for other items and imported answers",
      }),
    ),
    answered_at: nullable(
      Type.String({
        format: "date-time",
        description:
          "When it was given in another tool; null if it was given here, or if its import did not say",
      }),
    ),
    created_at: Timestamp,
  },
  { title: "Annotation" },
);
export type Annotation = Static<typeof Annotation>;

const Consensus = Type.Object({
  label: nullable(answer("The accepted result, with the current names of its labels")),
  fields: nullable(Metadata),
  support: nullable(Type.Number()),
  origin: nullable(LabelOrigin),
  model: nullable(LabelModel),
});

export const ItemAnnotations = Type.Object(
  {
    item_id: Type.String(),
    status: Type.Enum(["open", "accepted", "excluded"]),
    round: Type.Integer(),
    consensus: nullable(Consensus),
    data: Type.Array(Annotation, {
      description: "Every answer, oldest first; those with superseded_at no longer count",
    }),
  },
  { title: "ItemAnnotations" },
);
export type ItemAnnotations = Static<typeof ItemAnnotations>;

/** An answer for a response. */
export function toAnnotation({ account_id: _, gold_right: __, ...row }: Row<"annotations">): Annotation {
  return {
    ...row,
    superseded_at: isoOrNull(row.superseded_at),
    answered_at: isoOrNull(row.answered_at),
    created_at: row.created_at.toISOString(),
  };
}
