import Type from "typebox";
import { nullable } from "../platform/http/wire.ts";

const SliceReport = Type.Object({
  key: Type.String({ description: "A metadata key of `quality_policy.slices`" }),
  value: nullable(
    Type.String({
      description:
        "Null for the items without the key, and, if `other_values` is not 0, for all other values",
    }),
  ),
  other_values: Type.Integer({ description: "How many less frequent values are judged together here" }),
  N: Type.Integer({ description: "Items (or groups) of the slice that are not excluded" }),
  n: Type.Integer({ description: "How many of those are its sample, fixed before the first audit" }),
  audited: Type.Integer({ description: "How many of the sample are audited" }),
  d: nullable(
    Type.Integer({ description: "How many of those were not acceptable; null while audits are open" }),
  ),
  need: Type.Integer({ description: "The score to show: the `min_score` asked, else that of the batch" }),
  is_floor: Type.Boolean({
    description: "True if the batch fails unless the slice is shown to reach `need`",
  }),
  outcome: Type.Enum(["open", "shown", "not_shown", "too_few_audits"], {
    description:
      "open: audits are missing; shown: at least `need` of 100 labels are right; not_shown: too many were wrong to " +
      "say so; too_few_audits: not even without a wrong label would these audits say so",
  }),
  score: nullable(
    Type.Integer({
      ...{ minimum: 0, maximum: 100 },
      description: "100 times the lower bound on the share of right labels; null while audits are open",
    }),
  ),
});

/** The slices in the report of a batch. */
export const SliceReports = Type.Array(SliceReport, {
  description:
    "The slices of the current round, or of the one that was judged last. All of them hold at the same time " +
    "with the confidence of the round's look (Holm's procedure)",
});
