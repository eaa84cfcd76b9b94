import { MOST_LABELS } from "@assay/domain/models/judge.ts";
import Type, { type Static } from "typebox";
import { nullable } from "../platform/http/wire.ts";

/** Models of a report: those with most predictions. */
export const MOST_MODELS = 20;
/** Cells of a confusion matrix: the most frequent pairs. */
export const MOST_CELLS = 400;
/** Metadata keys by which a report divides the items. */
export const MOST_KEYS = 5;

export const ModelsQuery = Type.Object({
  slices: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description: `Metadata keys, separated by commas, at most ${MOST_KEYS}; default: those of the policy's slices`,
      examples: ["language,site"],
    }),
  ),
});
export type ModelsQuery = Static<typeof ModelsQuery>;

const Share = Type.Object({
  items: Type.Integer(),
  count: Type.Integer(),
  share: nullable(Type.Number({ description: "Null without items" })),
  low: Type.Number({ description: "Lower end of the exact 95 % interval" }),
  high: Type.Number(),
});

const ModelName = { model: Type.String(), version: nullable(Type.String()) };

export const JudgedModel = Type.Object({
  ...ModelName,
  prompt_versions: Type.Array(Type.String(), { description: "Of its predictions in the batch, ten at most" }),
  predictions: Type.Integer({ description: "Items of the batch that it predicted" }),
  accuracy: Type.Object(Share.properties, {
    description:
      "Share of the sample where its result is acceptable beside the delivered one, by the rules of audits",
  }),
  rank: Type.Object(
    { best: Type.Integer(), worst: Type.Integer() },
    { description: "Models whose ranges overlap cannot be told apart" },
  ),
  labels: Type.Array(Type.Object({ label: Type.String(), sensitivity: Share, specificity: Share }), {
    description: `The most frequent labels, ${MOST_LABELS} at most`,
  }),
  confusion: Type.Array(
    Type.Object({ delivered: Type.String(), predicted: Type.String(), items: Type.Integer() }),
    { description: `The most frequent pairs, ${MOST_CELLS} at most` },
  ),
  calibration: nullable(
    Type.Object({
      error: Type.Number({ description: "Expected calibration error, 0 to 1" }),
      bins: Type.Array(Type.Object({ mean_score: Type.Number(), accuracy: Share })),
    }),
  ),
  slices: Type.Array(
    Type.Object({
      key: Type.String(),
      value: nullable(Type.String({ description: "Null for other values, and for items without the key" })),
      other_values: Type.Integer({ description: "How many values `value` null stands for; 0: no value" }),
      accuracy: Share,
      p: Type.Number({ description: "Holm-adjusted; at most 0.05: the slice differs from the rest" }),
    }),
    { description: "Intervals hold together with 95 %" },
  ),
  shares: Type.Array(
    Type.Object({
      label: Type.String(),
      predicted: Type.Number({ description: "Share of its predictions in the whole batch" }),
      share: Type.Number({ description: "The same, corrected by its errors in the sample" }),
      low: Type.Number(),
      high: Type.Number(),
    }),
    {
      description:
        `The most frequent labels, ${MOST_LABELS} at most. Empty where results are not one label, for a version of a dataset, and for ` +
        "more than 10,000 different labels",
    },
  ),
});

const Anchoring = Type.Object(
  {
    shown: Share,
    withheld: Share,
    difference: nullable(
      Type.Object(
        { share: Type.Number(), low: Type.Number(), high: Type.Number() },
        { description: "Shown minus withheld, with its 95 % interval; null while one of them has no items" },
      ),
    ),
    sentence: Type.String(),
  },
  {
    description:
      "The audited items to which people's suggested prediction was wrong: how often the audit found the delivered label wrong too, where " +
      "annotators saw the prediction and where the policy withheld it",
  },
);

export const ModelReport = Type.Object(
  {
    batch_id: Type.String(),
    guideline_version: Type.Integer({ description: "Of the labels to which the models are compared" }),
    sample: Type.Object(
      { items: Type.Integer(), audited: Type.Integer(), checked: Type.Integer() },
      {
        description:
          "Items by which the models are judged: audited ones of judged rounds and check items of an auto-accept. Both were drawn at random",
      },
    ),
    anchoring: nullable(Anchoring),
    models: Type.Array(JudgedModel, {
      description: `The most accurate first; those with most predictions, ${MOST_MODELS} at most`,
    }),
    pairs: Type.Array(
      Type.Object({
        first: Type.Object(ModelName),
        second: Type.Object(ModelName),
        items: Type.Integer({ description: "Sampled items that both predicted" }),
        only_first: Type.Integer({ description: "Only the first is right" }),
        only_second: Type.Integer({ description: "Only the second is right" }),
        p: Type.Number({ description: "McNemar's exact test" }),
        adjusted_p: Type.Number({
          description: "By Holm's procedure over all pairs; at most 0.05 tells them apart",
        }),
      }),
    ),
  },
  { title: "ModelReport" },
);
export type ModelReport = Static<typeof ModelReport>;
