import { AUTO_ACCEPT_DEFAULTS } from "@assay/domain/certification/policy.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import { modelName } from "@assay/domain/models/sentence.ts";
import type { BatchRow } from "../batches/store.ts";
import type { Tx } from "../platform/database/db.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { assertFilled } from "../queue/fill.ts";
import type { StartAutoAccept } from "./schemas.ts";
import {
  type AutoAcceptRow,
  countUntouched,
  findActive,
  insertRun,
  lacksPredictions,
  lastNumber,
  updateRun,
} from "./store.ts";

/** Runs in one batch: each spends its own risk. */
const MAX_RUNS = 20;

/**
 * Begins an auto-accept in a locked batch; a job does the rest. Throws `invalid_state` if one is under way, the batch is
 * not in work or lacks items, or too few items have a prediction; `invalid_request` where no model is named.
 */
export async function startAutoAccept(
  tx: Tx,
  batch: BatchRow,
  sent: StartAutoAccept,
  now: Date,
): Promise<AutoAcceptRow> {
  const { account_id, id: batch_id } = batch;
  const { model, version, max_wrong, confidence, check } = wishOf(batch, sent);
  if (batch.status !== "created" && batch.status !== "processing")
    throw new ServiceError(
      "invalid_state",
      `the batch is ${batch.status}; a model can label items only while it is created or processing`,
    );
  assertFilled(batch);
  if ((await findActive(tx, { account_id, batch_id })) !== undefined)
    throw new ServiceError("invalid_state", "an auto-accept of this batch is under way");
  const number = (await lastNumber(tx, { account_id, batch_id })) + 1;
  if (number > MAX_RUNS)
    throw new ServiceError("invalid_state", `a batch can have ${MAX_RUNS} auto-accepts at most`);
  const items = await countUntouched(tx, { account_id, batch_id }, { model, version });
  if (items <= check)
    throw new ServiceError(
      "invalid_state",
      `${items} items that nobody has begun have a prediction of ${modelName({ model, version })}; with ${check} check items nothing would be left to accept. Send predictions for more items, or a smaller check`,
    );
  const run = await insertRun(tx, {
    ...{ account_id, batch_id, number, model, version, max_wrong, confidence, check_size: check },
    status: "holding",
    created_at: now,
    updated_at: now,
  });
  await addJob(tx, account_id, "auto_accept", { batch_id });
  return run;
}

/** What was sent, else what the batch's policy says, else the defaults. */
function wishOf({ policy: { auto_accept } }: BatchRow, sent: StartAutoAccept) {
  const { model, version = null } = sent.model === undefined ? { ...auto_accept } : sent;
  if (model === undefined)
    throw new ServiceError(
      "invalid_request",
      "Missing required field: model (the quality_policy of the batch has no auto_accept)",
    );
  return { ...AUTO_ACCEPT_DEFAULTS, ...auto_accept, ...sent, model, version };
}

/** Begins the auto-accept that the policy of a locked batch asks for, once all its items have the prediction of that model; only the first time. */
export async function startByPolicy(tx: Tx, batch: BatchRow, now: Date): Promise<void> {
  if (batch.policy.auto_accept === undefined || !["created", "processing"].includes(batch.status)) return;
  const key = { account_id: batch.account_id, batch_id: batch.id };
  const wish = wishOf(batch, {});
  if ((await lastNumber(tx, key)) > 0 || (await lacksPredictions(tx, key, wish))) return;
  if ((await countUntouched(tx, key, wish)) > wish.check) await startAutoAccept(tx, batch, {}, now);
}

/** Ends the auto-accept that is under way: every item that it holds goes to people. Throws `invalid_state` if there is none. */
export async function cancelAutoAccept(tx: Tx, batch: BatchRow, now: Date): Promise<AutoAcceptRow> {
  const { account_id, id: batch_id } = batch;
  const run = await findActive(tx, { account_id, batch_id });
  if (run === undefined) throw new ServiceError("invalid_state", "no auto-accept of this batch is under way");
  if (run.status === "accepting" && run.outcome !== null)
    throw new ServiceError("invalid_state", "the threshold is chosen; the model's labels are being written");
  await addJob(tx, account_id, "auto_accept", { batch_id });
  return updateRun(tx, run, { status: "accepting", after: 0, updated_at: now });
}
