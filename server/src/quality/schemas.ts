import { FieldDefinition } from "@assay/domain/field-definition.ts";
import Type, { type Static } from "typebox";
import { Batch } from "../batches/schemas.ts";
import { OtherBatches } from "../ledger/other-batches.ts";
import { nullable, Timestamp } from "../platform/http/wire.ts";
import { Look } from "./look-schema.ts";
import { SliceReports } from "./slice-schema.ts";

const { properties } = Batch;
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Alpha = nullable(Type.Number({ maximum: 1 }));

/** Annotators of rejected items that are named. */
export const MOST_NAMED = 5;

const Needed = Type.Object(
  {
    items: Type.Integer({ description: "Items without a label that are not excluded" }),
    audits: Type.Integer({ description: "Audits of the current stage that are still open" }),
    leased: Type.Integer({ description: "Tasks that members have a lease on now" }),
    leased_until: nullable(
      Type.String({ ...Timestamp, description: "When the last of these leases ends; null without one" }),
    ),
    rework: nullable(
      Type.Object(
        {
          items: Type.Integer({ description: "Items that lose their labels" }),
          wrong: Type.Integer({
            description:
              "Of those, the ones whose label the audit found wrong; on the others annotators disagreed",
          }),
          members: Type.Integer({
            description: "Active annotators who answered these items, and get them first, for a day",
          }),
          member_ids: Type.Array(Type.String(), { description: `Up to ${MOST_NAMED} of them` }),
        },
        {
          description:
            "What `POST /v1/batches/{id}/rework` would send back; null if the batch cannot be reworked, or has more than 20,000 items",
        },
      ),
    ),
    message: Type.String({ examples: ["12 items need a label."] }),
  },
  { description: "What the next verdict still needs" },
);

const Sample = Type.Object(
  { items: Type.Integer(), of: Type.Integer() },
  {
    description:
      "The items, without excluded ones, from which agreement, delivered labels, annotators and confusion " +
      "are computed: all, or in a large batch up to 20,000 at random (fewer if results are large)",
  },
);

/** From this many items with two answers on, the workbench shows alpha as a headline. */
export const LEAST_ITEMS = 20;

const Agreement = Type.Object({
  items: Type.Integer({ description: "Items with at least two answers" }),
  has_enough_items: Type.Boolean({
    description: `False with fewer than ${LEAST_ITEMS} such items, where alpha is unreliable`,
  }),
  unanimous_items: Type.Integer(),
  pairs: Type.Integer({ description: "Pairs of answers to the same item" }),
  agreeing_pairs: Type.Integer({
    description: "How many of those agree within the policy's tolerance",
  }),
  alpha: nullable(
    Type.Number({
      maximum: 1,
      description:
        "Krippendorff's alpha with the type's distance: 1 is perfect agreement, 0 is chance. Null if it is " +
        "undefined: no item has two answers, or all answers are the same",
    }),
  ),
  alpha_low: nullable(
    Type.Number({ maximum: 1, description: "The lower end of the bootstrap 95 % interval of alpha" }),
  ),
  alpha_high: Alpha,
  details: Type.Object(
    {
      raw: nullable(
        Type.Number({ minimum: 0, maximum: 1, description: "Agreeing pairs divided by all pairs" }),
      ),
      fleiss_kappa: nullable(
        Type.Number({ maximum: 1, description: "Null also if items have different numbers of answers" }),
      ),
      gwet_ac1: nullable(Type.Number({ maximum: 1 })),
    },
    { description: "The coefficients are for types with one label, and null where all answers are the same" },
  ),
  by_label: Type.Array(
    Type.Object({
      label: Type.String(),
      answers: Type.Integer({ description: "Answers with the label, on items with at least two" }),
      agreement: Type.Number({
        ...{ minimum: 0, maximum: 1 },
        description: "The chance that a second annotator gives the label that the first gave",
      }),
      alpha: nullable(
        Type.Number({ maximum: 1, description: "Krippendorff's alpha of whether an answer has the label" }),
      ),
    }),
    { description: "Up to 1,000, the most frequent first" },
  ),
  annotator_pairs: Type.Array(
    Type.Object({
      member_ids: Type.Array(Type.String(), { minItems: 2, maxItems: 2 }),
      items: Type.Integer({ description: "Items that both annotators answered" }),
      agreeing_items: Type.Integer(),
      alpha: nullable(
        Type.Number({
          maximum: 1,
          description: "Krippendorff's alpha of the pair; for types with one label",
        }),
      ),
    }),
    {
      description:
        "Up to 100 pairs of the 50 annotators with the most answers, those with the most items in common first",
    },
  ),
});

const Field = Type.Object({
  name: FieldDefinition.properties.name,
  type: FieldDefinition.properties.type,
  per: Type.Enum(["item", "object", "response", "message"]),
  metric: nullable(
    Type.Enum(["nominal", "ordinal", "interval", "masi", "f1"], {
      description:
        "The distance that alpha uses; null for texts, which are equal or not; f1 is 1 minus the F1 of passages with the same ends and label",
    }),
  ),
  answered: Type.Integer({
    description:
      "Items, responses, messages, or objects that annotators have in common, at which at least two answered",
  }),
  pairs: Type.Integer({ description: "Pairs of answers to those" }),
  raw: nullable(
    Type.Number({ minimum: 0, maximum: 1, description: "The share of these pairs that are equal" }),
  ),
  alpha: Alpha,
  alpha_low: Alpha,
  alpha_high: Alpha,
});

const Right = Type.Object({ answered: Type.Integer(), right: Type.Integer() });
export const Confused = Type.Object({
  answer: Type.String(),
  accepted: Type.String(),
  count: Type.Integer(),
});
const AnnotatorConfusion = nullable(
  Type.Array(Confused, {
    description: "For types with one label: given and accepted label, the 30 most frequent pairs that differ",
  }),
);
const Annotator = Type.Object({
  member_id: Type.String(),
  answers: Type.Integer(),
  median_seconds: nullable(
    Type.Number({
      description: "Median active time of the newest 20,000 answers; null if no client reported any",
    }),
  ),
  compared: Type.Integer({ description: "Answers to items with an accepted label" }),
  agreement_with_consensus: nullable(
    Type.Number({
      description: "Mean similarity of these to the accepted labels: 1 minus the type's distance",
    }),
  ),
  gold: Type.Object(
    { ...Right.properties, low: Share, high: Share },
    {
      description:
        "Answers to items with a known answer, in all rounds, those that were right, and the exact 95 % interval of " +
        "the share",
    },
  ),
  audited: Right,
  confusion: AnnotatorConfusion,
  gold_confusion: nullable(
    Type.Array(Confused, { description: "The same against gold: `accepted` is the known answer" }),
  ),
  audit_confusion: nullable(
    Type.Array(Confused, {
      description:
        "The same against audits of the current round: `accepted` is the label that the auditor accepted or gave",
    }),
  ),
});

const Model = Type.Object({
  model: Type.String(),
  version: nullable(Type.String()),
  predictions: Type.Integer({ description: "In a random sample of up to 5,000 items" }),
  compared: Type.Integer({
    description:
      "Those of items with an accepted label of people: not a model's, and no answer to it is by a model or by somebody who saw this " +
      "prediction. Items of a check of an auto-accept count once it is over",
  }),
  agreement_with_consensus: nullable(
    Type.Number({ description: "Mean similarity to these labels: 1 minus the type's distance" }),
  ),
  gold: Type.Object(
    { ...Right.properties, low: Share, high: Share },
    {
      description:
        "Predictions for items with a known answer, those that were right, and the exact 95 % interval of the share",
    },
  ),
  audited: Type.Object(Right.properties, {
    description:
      "The same beside the audits of the current round, also of labels that the model made; 0 while the audit is open",
  }),
  cost_per_prediction: nullable(
    Type.Number({
      description:
        "What the model's runs over the batch spent, errors included, for each item that they predicted; without runs, the mean of " +
        "`usage.cost`. Null if no cost is known",
    }),
  ),
  cost_per_right_label: nullable(
    Type.Number({
      description:
        "The same divided by the share of right predictions: of audited items, or of gold where none is audited. Null without either",
    }),
  ),
});

export const Quality = Type.Object(
  {
    batch_id: Type.String(),
    status: properties.status,
    round: properties.round,
    quality_score: properties.quality_score,
    certification_level: properties.certification_level,
    required_level: properties.required_level,
    required_quality_score: properties.required_quality_score,
    sentence: properties.sentence,
    looks: Type.Array(Look, {
      description: "The audited rounds judged so far; a round with an open audit comes with its verdict",
    }),
    audit: properties.audit,
    needed: Needed,
    slices: SliceReports,
    other_batches: OtherBatches,
    sample: Sample,
    agreement: Agreement,
    fields: Type.Array(Field, {
      description: "Agreement on each current field of the project",
    }),
    labels: Type.Array(
      Type.Object({
        label: Type.String(),
        delivered: Type.Integer({ description: "Accepted results with the label" }),
        audited: Type.Integer({
          description: "Audits of results with the label in the current round; 0 while the audit is open",
        }),
        wrong: Type.Integer({ description: "How many of those were not acceptable" }),
      }),
      { description: "Up to 1,000, the most delivered first" },
    ),
    annotators: Type.Array(Annotator, { description: "Up to 1,000, those with the most answers first" }),
    models: Type.Array(Model, {
      description:
        "The models that predicted items, by version; up to 20, those with the most predictions first",
    }),
    confusion: nullable(
      Type.Array(Confused, {
        description: "For types with one label, the most frequent pairs first, up to 1,000",
      }),
    ),
    pair_confusion: nullable(
      Type.Array(Confused, {
        description:
          "The same for pairs of answers to an item, also without a label: `accepted` is the other answer. Each pair counts twice, once " +
          "for each of the two as `answer`",
      }),
    ),
  },
  { title: "Quality" },
);
export type Quality = Static<typeof Quality>;
