import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import { assertNotCertifying } from "../batches/certifying.ts";
import { lockBatch } from "../batches/store.ts";
import { mediaPart } from "../bounds/within.ts";
import type { Deps } from "../deps.ts";
import { type FoundFilter, findFilter } from "../items/filter.ts";
import { countItems } from "../items/walk.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { RunFilter } from "../platform/database/model-tables.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { LIMITS } from "../platform/limits.ts";
import { assertFilled } from "../queue/fill.ts";
import { predictionKey } from "../queue/predictions.ts";
import { keepPrompt } from "./prompt-store.ts";
import type { ChangeRun, PredictBatch } from "./run-schemas.ts";
import {
  cancelRun,
  countRuns,
  ENDED,
  findAndLockRun,
  findOpenRun,
  getRun,
  insertRun,
  type RunRow,
  updateRun,
} from "./run-store.ts";
import { lockModel, type ModelRow, selectModels } from "./store.ts";

type Needs = Pick<Deps, "now">;

/** Who asks for a run; no member for an API key. */
interface Owner {
  readonly account_id: string;
  readonly member_id: string | null;
}

/**
 * Asks a model for predictions for the items of a batch, by a job. Throws `not_found`, `invalid_request` for a model that cannot be
 * asked or has another type, and where no item lacks a prediction, `invalid_state` while another run of the model over the batch has not ended,
 * and `limit_exceeded` for a batch with the maximum of runs.
 */
export async function askRun(
  { now }: Needs,
  tx: Tx,
  { account_id, member_id }: Owner,
  batch_id: string,
  { model_id, filter = {}, max_cost = null }: PredictBatch,
): Promise<RunRow> {
  const batch = await lockBatch(tx, account_id, batch_id);
  const model = await lockModel(tx, account_id, model_id);
  assertNotCertifying(batch);
  assertFilled(batch);
  assertSuits(model, batch.canonical_type);
  const { count, is_lower_bound } = await countItems(tx, await findWanted(tx, model, batch_id, filter));
  if (count === 0 && !is_lower_bound)
    throw new ServiceError(
      "invalid_request",
      "no item that matches lacks a prediction of this model and version",
    );
  const other = await findOpenRun(tx, model, batch_id);
  if (other !== undefined)
    throw new ServiceError(
      "invalid_state",
      `the run ${other.id} of this model is ${other.status}; let it go on, or cancel it first`,
    );
  if ((await countRuns(tx, account_id, batch_id)) >= LIMITS.batch_runs)
    throw new ServiceError(
      "limit_exceeded",
      `a batch has at most ${LIMITS.batch_runs} runs; send further predictions to POST /v1/batches/{id}/predictions, or create another batch`,
    );
  const run = await insertRun(tx, {
    ...{ id: newId("run"), account_id, batch_id, model_id, member_id },
    ...{
      model_name: model.name,
      model_version: model.version,
      status: "running",
      item_count: count,
      max_cost,
    },
    filter: JSON.stringify(filter),
    ...{ created_at: now(), updated_at: now() },
  });
  await keepPrompt(tx, model, now());
  await addJob(tx, account_id, "run_model", { run_id: run.id });
  return run;
}

/** The items that a run asks for: those that match its filter and have no prediction of this model and version. */
export async function findWanted(
  db: Db,
  model: Pick<ModelRow, "account_id" | "name" | "version">,
  batch_id: string,
  filter: RunFilter,
): Promise<FoundFilter> {
  const { account_id } = model;
  const found = await findFilter(db, account_id, { ...filter, batch_id });
  const key = predictionKey({ model: model.name, version: model.version });
  const isNew = sql<boolean>`not exists (
    select from predictions
    where predictions.account_id = items.account_id and predictions.item_id = items.id and predictions.model = ${key})`;
  return { ...found, conditions: [...found.conditions, isNew] };
}

/**
 * Changes a run. Throws `not_found`, `invalid_state` for one that has ended, or that is to go on with the maximum of errors, and
 * `forbidden` where a caller who is limited to certain projects would let a model spend that others registered.
 */
export async function changeRun(
  { now }: Needs,
  tx: Tx,
  caller: Caller,
  named: { readonly batch_id: string; readonly run_id: string },
  { status, max_cost }: ChangeRun,
): Promise<RunRow> {
  const { account_id } = caller;
  await getRun(tx, account_id, named.batch_id, named.run_id);
  const run = await findAndLockRun(tx, { account_id, id: named.run_id });
  if (run === undefined) throw new ServiceError("not_found", `there is no run ${named.run_id}`);
  if (ENDED.includes(run.status))
    throw new ServiceError("invalid_state", `the run is ${run.status}; ask for another one`);
  if (status === "running" && run.error_count >= LIMITS.run_errors)
    throw new ServiceError(
      "invalid_state",
      `the run has ${run.error_count} errors; cancel it, correct the model, and ask for another run`,
    );
  if (status === "running" || max_cost !== undefined) await assertMayAsk(tx, caller, run);
  if (status === "canceled") return cancelRun(tx, run, now());
  if (status === "running") await addJob(tx, account_id, "run_model", { run_id: run.id });
  return updateRun(tx, run, {
    ...(status !== undefined && { status, reason: null, lost_in_a_row: 0 }),
    ...(max_cost !== undefined && { max_cost }),
    updated_at: now(),
  });
}

async function assertMayAsk(
  tx: Tx,
  caller: Caller,
  { model_id, model_name, model_version }: RunRow,
): Promise<void> {
  const part = mediaPart(caller);
  if (part === undefined) return;
  const own = selectModels(tx, caller.account_id).where("id", "=", model_id).where(part.model);
  if ((await own.executeTakeFirst()) !== undefined) return;
  throw new ServiceError(
    "forbidden",
    `${model_name} ${model_version} is a model that others registered; you may pause or cancel its run, but not let it spend more`,
  );
}

function assertSuits({ id, kind, annotation_types }: ModelRow, type: string): void {
  if (kind === "pushed")
    throw new ServiceError(
      "invalid_request",
      `model_id: Assay cannot ask ${id}, of the kind pushed; send its predictions to POST /v1/batches/{id}/predictions`,
    );
  if (!annotation_types.includes(type))
    throw new ServiceError(
      "invalid_request",
      `model_id: ${id} gives results of ${annotation_types.join(", ")}, and the batch is of ${type}`,
    );
}
