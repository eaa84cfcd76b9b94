import { LEVEL_NAMES } from "@assay/domain/certification/levels.ts";
import { MAX_SLICES } from "@assay/domain/certification/slices.ts";
import Type, { type Static } from "typebox";
import { nullable } from "../platform/http/wire.ts";

export const PriceQuery = Type.Object({
  items: Type.Integer({ minimum: 1, maximum: 1_000_000, description: "Items that are not excluded" }),
  project_id: Type.Optional(
    Type.String({
      maxLength: 50,
      description: "Uses this project's policy, annotation type and auditing times",
    }),
  ),
  slices: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_SLICES,
      description:
        "How many values the metadata keys of the project's `quality_policy.slices` will have; default: as many as they can",
    }),
  ),
});
export type PriceQuery = Static<typeof PriceQuery>;

const QualityLevel = Type.Object(
  {
    level: Type.Enum([...LEVEL_NAMES]),
    score: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: "The lowest `quality_score` that earns the level",
    }),
    overlap: Type.Integer({ description: "Answers per item" }),
    audit_mode: Type.Enum(["verify", "blind"]),
    evidence: Type.Enum(["none", "audit", "agreement"]),
    alpha: nullable(
      Type.Number({ description: "The highest chance of a wrong certificate allowed for the first round" }),
    ),
    stages: Type.Array(
      Type.Object({
        required: Type.Integer({ description: "Audits in total" }),
        wrong_allowed: Type.Integer({ description: "Wrong audits in total with which the stage certifies" }),
        minutes: nullable(
          Type.Number({
            description:
              "Time for all these audits, from the project's earlier audits; null if there are none",
          }),
        ),
      }),
      {
        description:
          "The stages of the first round: it certifies at the first that has no more wrong audits than allowed, and " +
          "fails with one wrong audit more than the last allows. Empty if nobody audits",
      },
    ),
    chances: Type.Array(
      Type.Object({
        right: Type.Number({ description: "Share of the labels that are right" }),
        chance: Type.Number({
          minimum: 0,
          maximum: 1,
          description: "Probability that the first round passes",
        }),
      }),
    ),
    slices: nullable(
      Type.Object(
        {
          slices: Type.Integer({ description: "Slices that the price is for, all of the same size" }),
          min_score: Type.Integer({ description: "The highest `min_score` of the policy" }),
          audits_each: Type.Integer({ description: "Audits that each slice needs" }),
          more_audits: Type.Integer({
            description: "Audits that the slices need in all besides those of the first stage",
          }),
        },
        { description: "The audits for the slices of the policy that have a `min_score`; null if none has" },
      ),
    ),
    sentence: Type.String({
      examples: [
        "Premium (≥ 90), 500 labels: 39 audits if all are right; up to 99 if four are wrong. Of 100 such batches, 3 pass if 90 in 100 labels are right, 47 if 95 are, 96 if 98 are.",
      ],
    }),
  },
  { title: "QualityLevel" },
);

export const QualityLevels = Type.Object({ data: Type.Array(QualityLevel) });
export type QualityLevels = Static<typeof QualityLevels>;
