import Type, { type Static } from "typebox";

/** Which predictions annotators and adjudicators see in their tasks. */
export const PredictionsPolicy = Type.Object(
  {
    show: Type.Optional(
      Type.Enum(["never", "first"], {
        description: "first (default): tasks show predictions from the start; never: tasks show none",
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
  },
  {
    additionalProperties: false,
    description: "Which predictions tasks show; default: all. With show_predictions: false they show none",
  },
);
export type PredictionsPolicy = Static<typeof PredictionsPolicy>;

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
