import Type, { type Static } from "typebox";

/** Which predictions annotators and adjudicators see in their tasks. */
export const PredictionsPolicy = Type.Object(
  {
    show: Type.Optional(
      Type.Enum(["never", "first", "after_first_answer"], {
        description:
          "first (default): tasks show predictions from the start; never: tasks show none; after_first_answer: the first annotator " +
          "of an item answers without them, the others see them",
      }),
    ),
    model: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: "Tasks show this model's predictions alone" }),
    ),
    version: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "Tasks show predictions of this version alone",
      }),
    ),
    min_score: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: "Tasks show no predictions with a lower score, nor any without a score",
      }),
    ),
    withhold: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 0.5,
        description:
          "Share of the items, drawn at random, whose tasks never show predictions: GET /v1/batches/{id}/models compares both parts " +
          "and says whether annotators miss the model's errors. Default: 0.1, and 0 where nothing is audited",
      }),
    ),
  },
  {
    additionalProperties: false,
    description: "Which predictions tasks show; default: all. With show_predictions: false they show none",
  },
);
export type PredictionsPolicy = Static<typeof PredictionsPolicy>;

/** The share of items whose tasks show no predictions, where the policy does not say. */
export const WITHHELD = 0.1;

/** Whether tasks of a batch with that policy show `prediction`; `score` is 0 to 1. */
export function isShown(
  { show, model, version, min_score }: PredictionsPolicy,
  prediction: { readonly model: string; readonly version: string | null; readonly score: number | null },
): boolean {
  return (
    show !== "never" &&
    (model === undefined || model === prediction.model) &&
    (version === undefined || version === prediction.version) &&
    (min_score === undefined || (prediction.score !== null && prediction.score >= min_score))
  );
}
