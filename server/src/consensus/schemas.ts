import { ASKED_METHODS } from "@assay/domain/consensus/consensus.ts";
import { METHODS } from "@assay/domain/consensus/fit.ts";
import Type, { type Static } from "typebox";
import { nullable, Timestamp } from "../platform/http/wire.ts";

const Asked = Type.Enum([...ASKED_METHODS], {
  default: "auto",
  description: "`auto` lets Assay choose; see docs/quality.md",
});

export const ConsensusQuery = Type.Object({ method: Type.Optional(Asked) });

export const RecomputeConsensus = Type.Object(
  { method: Type.Optional(Asked) },
  { additionalProperties: false, title: "RecomputeConsensus", examples: [{ method: "majority" }] },
);

const Labels = Type.Union([Type.String(), Type.Array(Type.String())], {
  description: "The label, or a list for types with several labels",
});
const Count = Type.Integer({ minimum: 0 });
const Decision = {
  method: Type.Enum([...METHODS]),
  reason: Type.Enum(
    ["asked", "nothing_to_learn", "many_answers", "many_labels", "gold", "held_out", "parts"],
    {
      description:
        "Why this method: `gold` and `held_out` compare the likelihoods; `parts` decides spans by the parts of the text; `many_answers` only in versions whose `model_version` is 1",
    },
  ),
  log_likelihoods: nullable(
    Type.Object(
      {
        "one-coin": Type.Number(),
        hierarchical: Type.Optional(Type.Number()),
        "dawid-skene": Type.Optional(
          Type.Number({
            description: "Only in versions whose `model_version` is 1, instead of `hierarchical`",
          }),
        ),
      },
      { description: "Mean log-likelihood of the known labels, or of held-out answers" },
    ),
  ),
  items: Count,
  answers: Count,
  annotators: Count,
  labels: Count,
  known: Type.Integer({ minimum: 0, description: "Items whose label is gold, adjudicated or audited" }),
  changed: Type.Integer({ minimum: 0, description: "Items whose label changes" }),
};

export const ConsensusVersion = Type.Object(
  {
    version: Type.Integer({ minimum: 1 }),
    round: Type.Integer(),
    asked: Asked,
    ...Decision,
    model_version: Type.Integer({ description: "Version of the code that computed it" }),
    iterations: Count,
    created_at: Timestamp,
  },
  { title: "ConsensusVersion" },
);

export const ConsensusPreview = Type.Object(
  {
    batch_id: Type.String(),
    ...Decision,
    changes: Type.Array(
      Type.Object({
        item_id: Type.String(),
        from: Labels,
        to: Labels,
        support: Type.Number({
          minimum: 0,
          maximum: 1,
          description:
            "Share of the answers that support `to`; for several labels, the smallest of their shares",
        }),
      }),
      { description: "The first 100 by position" },
    ),
    versions: Type.Array(ConsensusVersion, {
      description: "The versions so far, the current one last; at most 100",
    }),
  },
  { title: "ConsensusPreview" },
);
export type ConsensusPreview = Static<typeof ConsensusPreview>;
