import Type from "typebox";
import { nullable, Timestamp } from "../platform/http/wire.ts";

const Share = Type.Number({ minimum: 0, maximum: 1 });

/** A judged look of a batch. */
export const Look = Type.Object({
  look: Type.Integer({ description: "Number of the audited round in the batch, from 1: determines `alpha`" }),
  round: Type.Integer(),
  unit: Type.Optional(
    Type.Enum(["item", "group"], {
      description:
        "What N, n and d count: items (default), or groups, which are right if all their items are",
    }),
  ),
  audits: Type.Optional(
    Type.Object(
      {
        labels: Type.Integer({ description: "Audited labels, also where n counts groups" }),
        changed: Type.Integer({ description: "Accepted with a small change, which is delivered" }),
        by_rule: Type.Integer({
          description: "Judged by the tolerance of the policy instead of by the auditor: all in blind audits",
        }),
      },
      { description: "How the labels were judged; absent without audits and in looks of earlier versions" },
    ),
  ),
  certified_at: Type.Optional(Timestamp),
  outcome: Type.Enum(["certified", "next_look", "failed"], {
    description: "next_look: only in batches audited before sequential plans existed",
  }),
  mode: Type.Enum(["verify", "blind", "agreement"]),
  independent: Type.Boolean({ description: "False if an auditor audited an item that they had annotated" }),
  independence: Type.Optional(
    Type.Enum(["persons", "declared", "none"], {
      description:
        "persons: signed-in people gave all audits and all answers to the audited items; declared: an API key named some of them; " +
        "none: somebody audited their own work",
    }),
  ),
  repeat_audits: Type.Optional(
    Type.Object(
      {
        pairs: Type.Integer({ description: "Audits that a second auditor repeated" }),
        agreeing: Type.Integer({ description: "Pairs with the same verdict, right or wrong" }),
        share: nullable(Share),
        share_low: nullable(Share),
        share_high: nullable(Share),
      },
      {
        description:
          "How often second auditors agreed with the first, with an exact 95 % interval (null without pairs); they never " +
          "count in n and d. Absent without audits and in looks of earlier versions",
      },
    ),
  ),
  method: Type.Enum(["sequential", "hypergeometric", "clopper_pearson"], {
    description:
      "The bound: of the sequential audit plan, of a fixed sample (batches audited before plans existed), or of agreement",
  }),
  N: Type.Integer({ description: "Items that were not excluded" }),
  n: Type.Integer({ description: "How many of those were audited, up to the one that decided" }),
  d: Type.Integer({ description: "How many of those audited were not acceptable" }),
  alpha: Type.Number({ description: "The highest chance of a wrong certificate allowed for this round" }),
  stages: Type.Optional(
    Type.Array(Type.Integer(), {
      description:
        "Audits at which the round certifies if none, one, two, … of them are wrong; with one wrong more than the " +
        "last stage tolerates it fails",
    }),
  ),
  point_estimate: nullable(Share),
  bound: Type.Number({ description: "The lower bound on the share of acceptable labels" }),
  score: Type.Integer({ minimum: 0, maximum: 100 }),
});
