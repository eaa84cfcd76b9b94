import { AutoAcceptPolicy } from "@assay/domain/certification/policy.ts";
import Type, { type Static } from "typebox";
import type { Row } from "../platform/database/tables.ts";
import { iso, nullable, Timestamp } from "../platform/http/wire.ts";

export const StartAutoAccept = Type.Partial(AutoAcceptPolicy, {
  additionalProperties: false,
  title: "StartAutoAccept",
  description: "What is absent is as in the batch's `quality_policy.auto_accept`",
});
export type StartAutoAccept = Static<typeof StartAutoAccept>;

/** A threshold that was tested; the chosen one is null if none passed, so that all items go to people. */
const Step = Type.Object({
  threshold: nullable(
    Type.Number({ description: "The lowest score of the set; null: items without a score too" }),
  ),
  items: Type.Integer({ description: "Predictions at or above it" }),
  checked: Type.Integer({ description: "Check items among them" }),
  wrong: Type.Integer({ description: "Check items among them whose prediction is wrong by people's label" }),
  alpha: Type.Number({ description: "The part of 1 − `confidence` with which it was tested" }),
  bound: Type.Number({ description: "At most this share of `items` is wrong, at the stated confidence" }),
});

export const AutoAccept = Type.Object(
  {
    number: Type.Integer({ description: "From 1 in the batch" }),
    model: Type.String(),
    version: nullable(Type.String()),
    max_wrong: Type.Number(),
    confidence: Type.Number(),
    check: Type.Integer(),
    status: Type.Enum(["holding", "checking", "accepting", "finished", "canceled"], {
      description:
        "holding: items are being withheld from annotators; checking: people answer the check items; accepting: items get the " +
        "model's label or go to annotators",
    }),
    checks_open: Type.Integer({ description: "Check items that still need answers" }),
    accepted: Type.Integer({ description: "Items that got the model's label" }),
    outcome: nullable(
      Type.Object({
        population: Type.Integer({ description: "Items with a prediction when the check items were drawn" }),
        checked: Type.Integer({ description: "Check items" }),
        chosen: nullable(Step),
        steps: Type.Array(Step, { description: "The thresholds in the order in which they were tested" }),
      }),
    ),
    sentence: Type.String({ description: "What happens, or what came of it" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "AutoAccept" },
);
export type AutoAccept = Static<typeof AutoAccept>;

export const AutoAccepts = Type.Object({ data: Type.Array(AutoAccept, { description: "Newest first" }) });

export const PlanQuery = Type.Object({
  model: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  version: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  confidence: Type.Optional(AutoAcceptPolicy.properties.confidence),
  check: Type.Optional(AutoAcceptPolicy.properties.check),
  cost_per_answer: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      description: "Adds the money saved, in the same currency",
    }),
  ),
});
export type PlanQuery = Static<typeof PlanQuery>;

const Expectation = Type.Object({
  accepted: Type.Number({ description: "Share of the items that a threshold would accept, on average" }),
  answers_saved: Type.Integer({ description: "Answers that people would not have to give" }),
  minutes_saved: nullable(
    Type.Number({ description: "By the median time of an answer in the project; null if none was timed" }),
  ),
  cost_saved: nullable(Type.Number({ description: "Null without cost_per_answer" })),
});
export type Expectation = Static<typeof Expectation>;

export const AutoAcceptPlan = Type.Object(
  {
    items: Type.Integer({ description: "Untouched items with a prediction of the model" }),
    overlap: Type.Integer({ description: "Answers per item" }),
    seconds_per_answer: nullable(Type.Number()),
    rows: Type.Array(
      Type.Object({
        max_wrong: Type.Number(),
        accuracy: Type.Number({ description: "Share of the items on which the model is right" }),
        check: Type.Integer({
          description: "Check items; without `check`, the number that saves most answers",
        }),
        uninformative: Expectation,
        informative: Expectation,
      }),
      {
        description:
          "For 1, 2, 5 and 10 % wrong labels and models of 80, 90, 95 and 98 %. uninformative: scores say nothing; informative: the surer " +
          "half has a quarter of the wrong labels. Empty if `items` is 0",
      },
    ),
  },
  { title: "AutoAcceptPlan" },
);
export type AutoAcceptPlan = Static<typeof AutoAcceptPlan>;

/** A run for a response. */
export function toAutoAccept(row: Row<"auto_accepts">, checks_open: number, sentence: string): AutoAccept {
  return {
    number: row.number,
    model: row.model,
    version: row.version,
    max_wrong: row.max_wrong,
    confidence: row.confidence,
    check: row.check_size,
    status: row.status,
    checks_open,
    accepted: row.accepted,
    outcome: row.outcome && { ...row.outcome, steps: [...row.outcome.steps] },
    sentence,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}
