import Type, { type Static } from "typebox";
import { ItemName } from "../items/schemas.ts";
import { iso, isoOrNull, nullable, Timestamp } from "../platform/http/wire.ts";
import type { RunRow } from "./run-store.ts";

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { minItems: 1, maxItems: 10_000 });
const MaxCost = nullable(
  Type.Number({
    minimum: 0,
    maximum: 1_000_000_000,
    description:
      "The run stops once the answers have cost this much; only the requests that wait for an answer by then may exceed it. " +
      "Null: no limit",
  }),
);

export const PredictBatch = Type.Object(
  {
    model_id: Type.String({ maxLength: 50 }),
    filter: Type.Optional(
      Type.Object(
        {
          state: Type.Optional(Type.Enum(["open", "accepted", "excluded"])),
          external_ids: Type.Optional(Names),
          item_ids: Type.Optional(Names),
          metadata: Type.Optional(
            Type.Record(Type.String(), Type.String({ maxLength: 500 }), { maxProperties: 50 }),
          ),
          q: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
        },
        {
          additionalProperties: false,
          description:
            "Which items, as the parameters of GET /v1/items; default: all. Items with a prediction of this model and version are left out",
        },
      ),
    ),
    max_cost: Type.Optional(MaxCost),
  },
  {
    additionalProperties: false,
    title: "PredictBatch",
    examples: [{ model_id: "model_01JD3W8Q9V6T2R4M5N7P8X0YZC", max_cost: 20 }],
  },
);
export type PredictBatch = Static<typeof PredictBatch>;

export const ChangeRun = Type.Object(
  {
    status: Type.Optional(
      Type.Enum(["running", "paused", "canceled"], {
        description: "running: goes on after a pause, a stop or a failure. canceled: ends it",
      }),
    ),
    max_cost: Type.Optional(MaxCost),
  },
  { additionalProperties: false, title: "ChangeModelRun", examples: [{ status: "paused" }] },
);
export type ChangeRun = Static<typeof ChangeRun>;

export const RunParams = Type.Object({ id: Type.String(), run_id: Type.String() });

export const Run = Type.Object(
  {
    id: Type.String({ examples: ["run_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }),
    batch_id: Type.String(),
    model_id: Type.String(),
    model: Type.Object({ name: Type.String(), version: Type.String() }),
    status: Type.Enum(["running", "paused", "stopped", "failed", "canceled", "finished"], {
      description:
        "stopped: at `max_cost`. failed: the model did not answer several requests in a row. Both go on once you change the status to running",
    }),
    reason: nullable(Type.String({ description: "Why it stopped or failed" })),
    count: Type.Integer({
      description:
        "Items to ask for when the run was created; at most those among the first 50,000 items if `filter` is given",
    }),
    predicted: Type.Integer({ description: "Items that got a prediction" }),
    errors: Type.Integer({ description: "Items without a valid result; a new run asks for them again" }),
    cost: Type.Number({ description: "Of all answers so far, by `usage` and the model's `price`" }),
    max_cost: nullable(Type.Number()),
    created_at: Timestamp,
    updated_at: Timestamp,
    finished_at: nullable(Timestamp),
  },
  { title: "ModelRun" },
);
export type Run = Static<typeof Run>;

export const RunError = Type.Object(
  {
    item_id: Type.String(),
    item: ItemName,
    reason: Type.String(),
    created_at: Timestamp,
  },
  { title: "ModelRunError" },
);

/** A run for a response. */
export function toRun(row: RunRow): Run {
  const { id, batch_id, model_id, model_name, model_version, status, reason, cost, max_cost } = row;
  return {
    ...{ id, batch_id, model_id, model: { name: model_name, version: model_version }, status, reason },
    ...{ count: row.item_count, predicted: row.predicted_count, errors: row.error_count, cost, max_cost },
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    finished_at: isoOrNull(row.finished_at),
  };
}
