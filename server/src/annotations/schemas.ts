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
    kind: Type.Enum(["annotate", "audit", "adjudicate", "gold", "training"], {
      description:
        "gold: only measures the annotator and never counts for the label; training: qualifies the annotator and counts for nothing else",
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
    prediction_shown: nullable(
      Type.Object(
        {
          model: Type.String(),
          version: nullable(Type.String()),
          score: nullable(Type.Number()),
          distance: Type.Number({
            minimum: 0,
            maximum: 1,
            description:
              "How much the annotator changed it: 0 unchanged, 1 nothing in common; the mean over the result, by the type's distance, " +
              "and the fields that the model answered",
          }),
        },
        {
          description:
            "The first prediction that the task showed when it was claimed; null for audits and adjudications",
        },
      ),
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
    audits: Type.Array(
      Type.Object({
        annotation_id: Type.String({ description: "The auditor's answer" }),
        acceptable: nullable(Type.Boolean({ description: "Whether the label counted as right" })),
        reason: nullable(Type.String({ description: "What the auditor wrote of a wrong label" })),
        delivered: nullable(
          answer("The label that the audit judged, with the names that its labels had then"),
        ),
      }),
      { description: "What the audits among the answers found, oldest first" },
    ),
  },
  { title: "ItemAnnotations" },
);
export type ItemAnnotations = Static<typeof ItemAnnotations>;

/** An answer for a response. */
export function toAnnotation({
  account_id: _,
  gold_right: __,
  prediction,
  ...row
}: Row<"annotations">): Annotation {
  return {
    ...row,
    prediction_shown: shownTo(prediction),
    superseded_at: isoOrNull(row.superseded_at),
    answered_at: isoOrNull(row.answered_at),
    created_at: row.created_at.toISOString(),
  };
}

/** The prediction that the annotator saw. */
function shownTo(prediction: Row<"annotations">["prediction"]): Annotation["prediction_shown"] {
  if (prediction === null || !prediction.is_shown) return null;
  const { model, version, score, distance } = prediction;
  return { model, version, score, distance };
}
