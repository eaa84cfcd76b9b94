import { cutMiddle } from "@assay/domain/errors.ts";
import { costOf } from "@assay/domain/model-cost.ts";
import { findActive } from "../auto-accept/store.ts";
import { findAndLockBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { getGuidelines } from "../guidelines/guidelines.ts";
import { type Found, faultOf, insertPredictions } from "../imports/import-known.ts";
import { fittedLine, type ImportLine } from "../imports/line.ts";
import { findTargets } from "../imports/targets.ts";
import type { Tx } from "../platform/database/db.ts";
import { LIMITS } from "../platform/limits.ts";
import type { Answered } from "./answer.ts";
import {
  type Failed,
  findAndLockRun,
  insertErrors,
  openRequests,
  type RequestRow,
  type RunKey,
  type RunRow,
  takeOut,
  updateRun,
} from "./run-store.ts";
import { type ModelRow, updateModel } from "./store.ts";

/** Longest reason that is stored. */
const MOST_REASON = 500;

/**
 * Stores the answer to a request: valid results become predictions, the others errors of their items. An answer that costs more than the
 * run may spend stops it. False, and nothing is stored, if the request was answered before, its run was canceled or its batch deleted. Throws
 * `invalid_state` while predictions of the model may not change.
 */
export async function keepAnswer(
  tx: Tx,
  model: ModelRow,
  request: RequestRow,
  { lines, failed }: Answered,
  now: Date,
): Promise<boolean> {
  const { account_id, batch_id, guideline_version } = request;
  const batch = await findAndLockBatch(tx, account_id, batch_id);
  await updateModel(tx, model, { last_success_at: now }); // before the run is locked, as where a model is deleted
  const run = await findAndLockRun(tx, { account_id, id: request.run_id });
  if (batch === undefined || run === undefined || !(await takeOut(tx, request))) return false;
  const guidelines = await getGuidelines(tx, batch, guideline_version);
  const find = await findTargets(tx, batch, lines);
  const found: Found[] = [];
  const faults: Failed[] = [...failed];
  for (const line of lines) {
    const item = find(line);
    if (typeof item === "string") continue; // the item was erased
    const priced = { line: withCost(fittedLine(line, guidelines.allowed), model), item };
    const fault = faultOf({ batch, guidelines }, priced);
    if (fault === undefined) found.push(priced);
    else faults.push({ item_id: item.id, reason: fault });
  }
  const checking = await findActive(tx, { account_id, batch_id });
  await insertPredictions(tx, { batch, guideline_version, now, run: checking }, found);
  await insertErrors(tx, run, faults.map(cutReason), now);
  const paid = [...lines.map(({ usage }) => usage), ...failed.flatMap(({ usage }) => usage ?? [])];
  const spent = paid.reduce((sum, usage) => sum + (costOf(model.price, usage) ?? 0), 0);
  await advance(tx, run, {
    ...{ predicted_count: run.predicted_count + found.length, error_count: run.error_count + faults.length },
    ...{ cost: run.cost + spent, lost_in_a_row: 0, updated_at: now },
  });
  return true;
}

/** Adds to the cost of a run what a request has cost that is sent again. */
export async function spend(tx: Tx, request: RequestRow, cost: number, now: Date): Promise<void> {
  const run = await findAndLockRun(tx, { account_id: request.account_id, id: request.run_id });
  if (run !== undefined) await advance(tx, run, { cost: run.cost + cost, updated_at: now });
}

/** Requests given up one after the other, at which a run fails: then the model, and not an item, is the reason. */
const MOST_LOST = 3;

/** Gives a request up: its items get `reason` as their error. */
export async function giveUp(
  tx: Tx,
  run: RunRow,
  request: RequestRow,
  reason: string,
  now: Date,
): Promise<void> {
  if (!(await takeOut(tx, request))) return;
  await insertErrors(
    tx,
    run,
    request.item_ids.map((item_id) => cutReason({ item_id, reason })),
    now,
  );
  const lost_in_a_row = run.lost_in_a_row + 1;
  const hasFailed = lost_in_a_row >= MOST_LOST && run.status === "running";
  await advance(tx, run, {
    ...{ error_count: run.error_count + request.item_ids.length, lost_in_a_row, updated_at: now },
    ...(hasFailed && { status: "failed", reason: cutReason({ reason }).reason }),
  });
}

/** Records a change of a locked run, and whether it has reached its end, its `max_cost` or the maximum of errors with it. */
export async function advance(
  tx: Tx,
  run: RunRow,
  change: Partial<RunRow> & { readonly updated_at: Date },
): Promise<RunRow> {
  const { filter: _, ...columns } = change;
  const after = { ...run, ...change };
  const { ids } = await openRequests(tx, run);
  const hasEnded = after.is_taken && ids.length === 0 && !["canceled", "failed"].includes(after.status);
  return updateRun(tx, run, {
    ...columns,
    ...(hasEnded ? { status: "finished", reason: null, finished_at: change.updated_at } : boundOf(after)),
  });
}

/** What ends a run before its last item; nothing if it may go on. */
function boundOf({
  status,
  max_cost,
  cost,
  error_count,
}: RunRow): Partial<Pick<RunRow, "status" | "reason">> {
  if (status !== "running") return {};
  if (error_count >= LIMITS.run_errors)
    return {
      status: "failed",
      reason: `${error_count} items have no valid result; cancel the run, correct the model, and ask for another run`,
    };
  if (max_cost === null || cost < max_cost) return {};
  return { status: "stopped", reason: "max_cost is reached; raise it and change the status to running" };
}

/** Fails a run that is running; it can go on later. */
export async function failRun(
  { db, now }: Pick<Deps, "db" | "now">,
  key: RunKey,
  reason: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const run = await findAndLockRun(tx, key);
    if (run?.status === "running")
      await updateRun(tx, run, { status: "failed", ...cutReason({ reason }), updated_at: now() });
  });
}

/** Tells in the usage what the model's price says that the item cost. */
function withCost(line: ImportLine, { price }: ModelRow): ImportLine {
  const cost = costOf(price, line.usage);
  return cost === undefined ? line : { ...line, usage: { ...line.usage, cost } };
}

/** The same with a reason that can be stored: at most 500 characters, no NUL and no half of a surrogate pair. */
export function cutReason<T extends { readonly reason: string }>(one: T): T {
  return { ...one, reason: cutMiddle(one.reason, MOST_REASON).toWellFormed().replaceAll("\0", "\ufffd") };
}
