import Type, { type Static } from "typebox";
import { Batch } from "../batches/schemas.ts";
import { nullable } from "../platform/wire.ts";

const { properties } = Batch;
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Alpha = nullable(Type.Number({ maximum: 1 }));

const Look = Type.Object({
  look: Type.Integer({ description: "Its number in the batch's life, from 1" }),
  round: Type.Integer(),
  outcome: Type.Enum(["certified", "next_look", "failed"]),
  mode: Type.Enum(["verify", "blind", "agreement"]),
  independent: Type.Boolean({ description: "False where an auditor had annotated what they audited" }),
  method: Type.Enum(["hypergeometric", "clopper_pearson"]),
  N: Type.Integer({ description: "Items that were not excluded" }),
  n: Type.Integer({ description: "Of those, audited" }),
  d: Type.Integer({ description: "Of those, not acceptable" }),
  alpha: Type.Number({ description: "The chance of a wrong certificate that this look may have" }),
  point_estimate: nullable(Share),
  bound: Type.Number({ description: "The lower bound on the share of acceptable labels" }),
  score: Type.Integer({ minimum: 0, maximum: 100 }),
});

const Needed = Type.Object(
  {
    items: Type.Integer({ description: "Items without a label that are not excluded" }),
    audits: Type.Integer({ description: "Audits of the look under way that have no verdict" }),
    wrong_allowed: nullable(
      Type.Integer({
        description: "How many of those may be wrong for the look to pass; null where it cannot",
      }),
    ),
    message: Type.String({ examples: ["12 items need a label."] }),
  },
  { description: "What the next verdict waits for" },
);

const Sample = Type.Object(
  { items: Type.Integer(), of: Type.Integer() },
  {
    description:
      "The items, of those that are not excluded, from which agreement, delivered labels, annotators and confusion " +
      "are counted: all, or in a large batch up to 20,000 at random (fewer where results are large)",
  },
);

const Agreement = Type.Object({
  items: Type.Integer({ description: "Items with at least two answers" }),
  unanimous_items: Type.Integer(),
  pairs: Type.Integer({ description: "Pairs of answers to the same item" }),
  agreeing_pairs: Type.Integer({
    description: "Of those, the ones that agree within the policy's tolerance",
  }),
  raw: nullable(Share),
  alpha: Alpha,
  alpha_low: Alpha,
  alpha_high: Alpha,
  by_label: Type.Array(
    Type.Object({
      label: Type.String(),
      answers: Type.Integer(),
      agreement: Type.Number({
        description: "The chance that another annotator gives the label that one gave",
      }),
    }),
    { description: "For types with one label" },
  ),
});

const Right = Type.Object({ answered: Type.Integer(), right: Type.Integer() });
const Annotator = Type.Object({
  member_id: Type.String(),
  answers: Type.Integer(),
  agreement_with_consensus: nullable(
    Type.Number({ description: "Mean likeness to the accepted labels: 1 less the type's distance" }),
  ),
  gold: Right,
  audited: Right,
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
    looks: Type.Array(Look, { description: "The looks judged so far, of all rounds" }),
    audit: properties.audit,
    needed: Needed,
    sample: Sample,
    agreement: Agreement,
    labels: Type.Array(
      Type.Object({
        label: Type.String(),
        delivered: Type.Integer({ description: "Accepted results with the label" }),
        audited: Type.Integer({
          description: "Of the present round's audits, those of a result with the label",
        }),
        wrong: Type.Integer({ description: "Of those, the ones whose result was not acceptable" }),
      }),
      { description: "Up to 1,000, the most delivered first" },
    ),
    annotators: Type.Array(Annotator),
    confusion: nullable(
      Type.Array(Type.Object({ answer: Type.String(), accepted: Type.String(), count: Type.Integer() }), {
        description: "For types with one label, the most frequent pairs first, up to 1,000",
      }),
    ),
  },
  { title: "Quality" },
);
export type Quality = Static<typeof Quality>;
