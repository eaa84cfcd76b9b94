import type { ServiceError } from "@assay/domain/errors.ts";
import { startByPolicy } from "../auto-accept/start.ts";
import { refreshOrder } from "../batches/order-job.ts";
import { findAndLockBatch, findBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { walkItems } from "../items/walk.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { startTurn } from "../platform/jobs/turn.ts";
import { getGuidelineVersion } from "../projects/store.ts";
import { findWanted } from "./ask-run.ts";
import { createFlights, type Load } from "./flights.ts";
import { advance, failRun, giveUp } from "./keep.ts";
import {
  findAndLockRun,
  findDueRequest,
  insertRequest,
  openRequests,
  type RequestRow,
  type RunKey,
  type RunRow,
  updateRequest,
  updateRun,
} from "./run-store.ts";
import type { Taken } from "./send.ts";
import { findModel, type ModelRow } from "./store.ts";

/** Times that a request is sent: at once, and after pauses of 1, 5 and 30 s. */
export const ATTEMPTS = 4;
/** Beyond the model's time limit: storing an answer. Who dies meanwhile leaves the request for longer than that. */
const SPARE_MS = 30_000;

/**
 * The job: asks a model for predictions for the items of a run, with as many requests at once as the model takes. Each request is a row
 * before it is sent and its answer is stored in the transaction that removes the row, so that a run after a crash repeats
 * those that had no answer, under the same ids, and no others. While a model answers at once, the next request is taken before it is free,
 * and its answers are stored while it works; with a limit of cost, each is stored before the next request is sent.
 */
export async function runModel(
  deps: Deps,
  { account_id, run_id }: { readonly account_id: string; readonly run_id: string },
  died?: ServiceError,
): Promise<void> {
  const key = { account_id, id: run_id };
  if (died !== undefined) return failRun(deps, key, died.message);
  const turn = startTurn(deps, account_id, "run_model");
  const flights = createFlights(deps);
  let isOver = false;
  try {
    for (;;) {
      isOver ||= await turn.isOver();
      const taken = isOver ? undefined : await takeRequest(deps, key, flights.load());
      if (taken !== undefined) await flights.start(taken);
      else if (!(await flights.next())) break;
    }
  } finally {
    await flights.settle();
  }
  await goOnLater(deps, key, isOver);
}

/** Takes the next request of a run: one that is due again, or one for items that nobody has asked for. Undefined if there is none now. */
async function takeRequest({ db, now }: Deps, key: RunKey, load: Load): Promise<Taken | undefined> {
  return db.transaction().execute(async (tx) => {
    const run = await findAndLockRun(tx, key);
    if (run?.status !== "running") return undefined;
    const model = await findModel(tx, { account_id: run.account_id, id: run.model_id });
    const batch = await findBatch(tx, run.account_id, run.batch_id);
    if (model === undefined || batch === undefined) return undefined;
    const { due, after } = await dueRequest(tx, run, now());
    if (after?.status !== "running") return undefined;
    const { ids } = await openRequests(tx, run);
    const due_at = new Date(now().getTime() + (1 + load.ahead) * model.timeout_ms + SPARE_MS);
    if (due !== undefined) {
      const change = { attempt: due.attempt + 1, due_at };
      await updateRequest(tx, due, change);
      return { model, run, request: { ...due, ...change }, others: ids.filter((id) => id !== due.id) };
    }
    const room = model.concurrency + load.ahead - ids.filter((id) => !load.answered.has(id)).length;
    if (room <= 0) return undefined;
    const request = await newRequest(tx, { run: after, model, batch, ids }, { now: now(), due_at });
    return request && { model, run, request, others: ids };
  });
}

/** The request that is due again; gives up those that were sent too often. `after`: the run, which that may change. */
async function dueRequest(
  tx: Tx,
  run: RunRow,
  now: Date,
): Promise<{ readonly due?: RequestRow | undefined; readonly after: RunRow | undefined }> {
  const due = await findDueRequest(tx, run, now);
  if (due === undefined || due.attempt < ATTEMPTS) return { due, after: run };
  await giveUp(tx, run, due, due.reason ?? "the model did not answer in time", now);
  const after = await findAndLockRun(tx, run);
  return after?.status === "running" ? dueRequest(tx, after, now) : { after };
}

interface Work {
  readonly run: RunRow;
  readonly model: ModelRow;
  readonly batch: Row<"batches">;
  /** Of the run's requests whose answer is not stored. */
  readonly ids: readonly string[];
}

/** A request for the next items; undefined if no items are left. Then the run may have ended. */
async function newRequest(
  tx: Tx,
  { run, model, batch, ids }: Work,
  { now, due_at }: { readonly now: Date; readonly due_at: Date },
): Promise<RequestRow | undefined> {
  if (run.is_taken) {
    if (ids.length === 0) await advance(tx, run, { updated_at: now });
    return undefined;
  }
  const wanted = await findWanted(tx, { ...model, name: run.model_name }, run.batch_id, run.filter);
  let position = run.position;
  for (;;) {
    const after = { batch_id: run.batch_id, position };
    const { items, next } = await walkItems(tx, wanted, { limit: model.batch_size, after });
    const [first] = items;
    position = next?.position ?? position;
    const is_taken = next === undefined;
    if (first === undefined && !is_taken) continue;
    const change = { position, is_taken, updated_at: now };
    if (first === undefined) {
      await advance(tx, run, change);
      return undefined;
    }
    await updateRun(tx, run, change);
    return insertRequest(tx, {
      ...{ account_id: run.account_id, id: newId("model_request"), run_id: run.id, batch_id: run.batch_id },
      item_ids: items.map(({ id }) => id),
      guideline_version: await getGuidelineVersion(tx, batch),
      ...{ attempt: 1, due_at },
    });
  }
}

/** Adds the job again: at once for more turns, else when the next request is due. After the end an auto-accept of the policy may begin. */
async function goOnLater({ db, now }: Deps, key: RunKey, isOver: boolean): Promise<void> {
  const { account_id, id: run_id } = key;
  const run = await db.transaction().execute((tx) => findAndLockRun(tx, key));
  if (run?.status === "finished")
    await db.transaction().execute(async (tx) => {
      const batch = await findAndLockBatch(tx, account_id, run.batch_id);
      if (batch === undefined) return;
      await startByPolicy(tx, batch, now());
      await refreshOrder(tx, batch);
    });
  if (run?.status !== "running") return;
  const { due_at } = await openRequests(db, key);
  if (due_at === null && !isOver) return; // the run waits for nothing: another job has the rest
  const wait_ms = isOver || due_at === null ? 0 : Math.max(0, due_at.getTime() - now().getTime());
  await addJob(db, account_id, "run_model", { run_id }, new Date(Date.now() + wait_ms)); // the queue's clock
}
