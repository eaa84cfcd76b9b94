import { chooseThreshold } from "@assay/domain/models/threshold.ts";
import { sql } from "kysely";
import { finishIfComplete } from "../batches/finish.ts";
import { refreshOrder } from "../batches/order-job.ts";
import { startBatch } from "../batches/start.ts";
import { type BatchRow, findAndLockBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { findWrong } from "../gold/known.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import {
  drawChecks,
  endChecks,
  type HeldItem,
  holdItems,
  joinPrediction,
  lockHeld,
  releaseHeld,
} from "../queue/held.ts";
import { acceptPredictions } from "../queue/labels.ts";
import { type AutoAcceptRow, type BatchId, countOpenChecks, findActive, updateRun } from "./store.ts";

/** Items of a transaction. */
const ITEMS = 5_000;
/** Transactions of a run of the job, after which other jobs get a turn. */
const STEPS = 40;

/**
 * The job: holds the untouched items that have the model's prediction, draws check items from them, waits until people have answered
 * these, chooses the threshold, and gives the other items the model's label or back to people. Each step commits with its progress, so
 * that a later run continues where one died.
 */
export async function stepAutoAccept(deps: Deps, { account_id, batch_id }: BatchId): Promise<void> {
  const key = { account_id, batch_id };
  for (let step = 0; step < STEPS; step += 1) {
    const next = await deps.db.transaction().execute(async (tx) => {
      const batch = await findAndLockBatch(tx, account_id, batch_id);
      const run = batch && (await findActive(tx, key));
      if (batch === undefined || run === undefined) return "done";
      return takeStep(tx, { batch, run, now: deps.now() });
    });
    if (next === "done") return finishIfComplete(deps, account_id, batch_id);
    if (next === "wait") return; // the answer that closes a check item adds the job again
  }
  await addJob(deps.db, account_id, "auto_accept", { batch_id });
}

interface Given {
  readonly batch: BatchRow;
  readonly run: AutoAcceptRow;
  readonly now: Date;
}

/** `more`: the next step follows at once. */
type Next = "more" | "wait" | "done";

const STEP_OF = { holding: holdSome, checking: decide, accepting: placeSome } as const;

function takeStep(tx: Tx, given: Given): Promise<Next> {
  const { status } = given.run;
  if (status === "finished" || status === "canceled") return Promise.resolve("done");
  return STEP_OF[status](tx, given);
}

/** Holds the next items; after the last one, draws the check items. */
async function holdSome(tx: Tx, { batch, run, now }: Given): Promise<Next> {
  const until = run.after + ITEMS;
  await holdItems(tx, batch, run, { after: run.after, until });
  const isLast = until >= batch.item_count;
  if (isLast) {
    // All at once and from all held items, so that the check items are a simple random sample of the population.
    await drawChecks(tx, batch, run.check_size);
    if (batch.status === "created") await startBatch(tx, batch, now);
  }
  await updateRun(tx, run, {
    ...(isLast ? { status: "checking", after: 0 } : { after: until }),
    updated_at: now,
  });
  return "more";
}

/** Chooses the threshold once every check item has its label. An excluded one counts as wrong, because nobody can say that it is right. */
async function decide(tx: Tx, { batch, run, now }: Given): Promise<Next> {
  const key = { account_id: batch.account_id, batch_id: batch.id };
  if ((await countOpenChecks(tx, key)) > 0) return "wait";
  const scores = await readScores(tx, batch, run);
  const checks = await judgeChecks(tx, batch, run);
  const { chosen, steps } = chooseThreshold(scores, checks, run);
  const outcome = { population: scores.length, checked: checks.length, chosen, steps };
  await updateRun(tx, run, {
    status: "accepting",
    after: 0,
    outcome: JSON.stringify(outcome),
    updated_at: now,
  });
  return "more";
}

/** Scores of a page: a million as one result would take 300 MB. */
const SCORES = 50_000;

/** The scores of all items of the population. */
async function readScores(tx: Tx, batch: BatchRow, run: AutoAcceptRow): Promise<(number | null)[]> {
  const scores: (number | null)[] = [];
  for (let after = 0; ; ) {
    const { rows } = await sql<{ position: number; score: number | null }>`
      select position, score from items ${joinPrediction(batch.account_id, run)}
      where items.account_id = ${batch.account_id} and items.batch_id = ${batch.id} and auto_accept in ('held', 'check') and position > ${after}
      order by position limit ${SCORES}`.execute(tx);
    for (const { score } of rows) scores.push(score);
    const last = rows.at(-1);
    if (last === undefined || rows.length < SCORES) return scores;
    after = last.position;
  }
}

interface CheckedRow {
  readonly score: number | null;
  readonly status: Row<"items">["status"];
  readonly label: Answer;
  readonly prediction: Answer;
}
type Answer = Pick<Row<"annotations">, "result" | "fields" | "guideline_version">;

/** Compares the predictions of the check items with people's labels, by the rules and tolerance of audits. */
async function judgeChecks(tx: Tx, batch: BatchRow, run: AutoAcceptRow) {
  const { rows } = await sql<CheckedRow>`
    select score, status,
      json_build_object('result', items.result, 'fields', items.fields, 'guideline_version', items.guideline_version) as label,
      json_build_object('result', predictions.result, 'fields', predictions.fields,
        'guideline_version', predictions.guideline_version) as prediction
    from items ${joinPrediction(batch.account_id, run)}
    where items.account_id = ${batch.account_id} and items.batch_id = ${batch.id} and auto_accept = 'check'
    order by position`.execute(tx);
  const checks = [];
  for (const { score, status, label, prediction } of rows) {
    const right = status === "accepted" && (await findWrong(tx, batch, prediction, label)).length === 0;
    checks.push({ score, right });
  }
  return checks;
}

/** Gives the next held items the model's label, or back to people; ends the run after the last one. */
async function placeSome(tx: Tx, { batch, run, now }: Given): Promise<Next> {
  const held = await lockHeld(tx, batch, run, { after: run.after, limit: ITEMS });
  const least =
    run.outcome?.chosen === null ? null : (run.outcome?.chosen.threshold ?? Number.NEGATIVE_INFINITY);
  const isSure = ({ score }: HeldItem) => least !== null && (score ?? Number.NEGATIVE_INFINITY) >= least;
  const idle = held.filter(({ is_idle }) => is_idle);
  const accepted = run.outcome === null ? [] : idle.filter(isSure);
  if (accepted.length > 0) {
    if (batch.status === "created") await startBatch(tx, batch, now);
    await acceptPredictions(
      tx,
      { batch, items: accepted, now },
      { ...run, version: run.version ?? undefined },
    );
  }
  const made = new Set(accepted);
  const released = idle.filter((item) => !made.has(item));
  await releaseHeld(tx, batch.account_id, idsOf(held), idsOf(released));
  const after = held.at(-1)?.position;
  const isLast = after === undefined || held.length < ITEMS;
  const ended = run.outcome === null ? "canceled" : "finished";
  if (isLast) {
    await endChecks(tx, batch, run.outcome === null ? null : "checked");
    await refreshOrder(tx, batch);
  }
  await updateRun(tx, run, {
    ...(isLast ? { status: ended } : { after }),
    accepted: run.accepted + accepted.length,
    updated_at: now,
  });
  return isLast ? "done" : "more";
}

function idsOf(items: readonly HeldItem[]): string[] {
  return items.map(({ id }) => id);
}
