import { createHash } from "node:crypto";
import { nextBatchState } from "@assay/domain/batch.ts";
import { isIndependent } from "@assay/domain/certification/levels.ts";
import { gateReasons } from "@assay/domain/certification/reasons.ts";
import { followAudits } from "@assay/domain/certification/sequential-plan.ts";
import { type JudgedSlice, sliceReasons } from "@assay/domain/certification/slices.ts";
import {
  type Certified,
  decideAgreement,
  decideRound,
  type Failed,
  failUnseen,
} from "@assay/domain/certification/verdict.ts";
import { canonicalJson } from "@assay/domain/draw/canonical-json.ts";
import { type BatchRow, findAndLockBatch, updateBatch } from "../batches/store.ts";
import { readIndependence } from "../certificates/auditors.ts";
import type { Judgment } from "../certificates/predicate.ts";
import { decideRound as decideLabels } from "../consensus/decide.ts";
import type { Deps } from "../deps.ts";
import { revealSeed } from "../draws/steps.ts";
import { type DrawRow, findDraw } from "../draws/store.ts";
import { emit } from "../events/emit.ts";
import { appendToLog } from "../log/append.ts";
import type { AuditCounts, Independence, RepeatAudits } from "../platform/database/audit-tables.ts";
import type { Tx } from "../platform/database/db.ts";
import type { JudgedLook } from "../platform/database/work-tables.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { countAgreement } from "../quality/agreement.ts";
import { cancelAudits } from "../queue/audits.ts";
import { countProgress } from "../queue/progress.ts";
import {
  type AuditRow,
  beginAudit,
  countAudits,
  countRepeats,
  enterRound,
  listAudits,
  openRound,
  openStage,
  roundsOf,
} from "./audit.ts";
import { certifyBatch } from "./certify.ts";
import { findMissedLabels, readGates } from "./gates.ts";
import { judgeSlicesOf } from "./slices.ts";

/**
 * Advances the verdict on a completed batch: opens the first stage of its audit, or, by the audits that are in,
 * certifies it, opens the next stage or fails it. Safe to run at any time and repeatedly, because it acts on the state that it
 * finds.
 */
export async function judgeBatch(
  deps: Deps,
  { account_id, batch_id }: { account_id: string; batch_id: string },
): Promise<void> {
  const passed = await deps.db.transaction().execute(async (tx) => {
    const completed = await findAndLockBatch(tx, account_id, batch_id);
    if (completed?.stage !== "completed") return undefined;
    const batch = await decideLabels(tx, completed, deps.now());
    if (batch.required_level === "none") {
      await suspectLabels(tx, batch);
      return undefined;
    }
    return batch.audit === null ? begin(deps, tx, batch) : judgeAudits(deps, tx, batch);
  });
  if (passed !== undefined) await certifyBatch(deps, passed);
}

/** Labels are suspected once models have decided them. */
function suspectLabels(tx: Tx, { account_id, id: batch_id }: BatchRow): Promise<void> {
  return addJob(tx, account_id, "compute_suspicions", { batch_id });
}

/** Checks the gates before the labels of the round are fixed for its draw, and never after: then only audits decide. */
async function begin(deps: Deps, tx: Tx, completed: BatchRow): Promise<Judgment | undefined> {
  const { id: batch_id, policy } = completed;
  const draw = policy.evidence === "audit" ? await findDraw(tx, { ...completed, batch_id }) : undefined;
  if (draw?.root != null) return beginDrawn(deps, tx, completed, draw);
  await suspectLabels(tx, completed);
  const gates = await readGates(tx, completed);
  const N = completed.item_count - gates.excluded;
  const units = completed.group_count ?? N;
  const isGated = gateReasons(N, gates).length > 0;
  const failGated = (batch: BatchRow, look: number) => {
    const verdict = failUnseen(units, look, gates);
    return conclude(deps, tx, { batch, verdict, mode: policy.audit_mode, independent: true });
  };
  if (policy.evidence === "audit") {
    if (isGated) return failGated(completed, roundsOf(completed) + 1);
    await addJob(tx, completed.account_id, "prepare_draw", { batch_id });
    return undefined;
  }
  const batch = await enterRound(deps, tx, completed);
  const look = batch.budget_round;
  if (isGated) return failGated(batch, look);
  const counted = await countAgreement(tx, batch);
  const verdict = decideAgreement({ N, ...counted, look, gates });
  if (verdict.outcome !== "audit_all")
    return conclude(deps, tx, { batch, verdict, mode: "agreement", independent: true });
  await beginAudit(deps, tx, batch, units, true);
  return undefined;
}

/** Opens the audit of a round whose labels are fixed, once its challenge is there. */
async function beginDrawn(deps: Deps, tx: Tx, completed: BatchRow, draw: DrawRow): Promise<undefined> {
  if (draw.nonce === null) {
    await addJob(tx, completed.account_id, "prepare_draw", { batch_id: completed.id });
    return;
  }
  const { excluded } = await countProgress(tx, completed);
  const batch = await enterRound(deps, tx, completed);
  await beginAudit(deps, tx, batch, batch.group_count ?? batch.item_count - excluded);
}

async function judgeAudits(deps: Deps, tx: Tx, batch: BatchRow): Promise<Judgment | undefined> {
  const { audit, policy, required_level } = batch;
  const { excluded } = await countProgress(tx, batch);
  const open = openRound(batch, batch.group_count ?? batch.item_count - excluded);
  if (open === undefined || required_level === "none") return undefined;
  const audits = await listAudits(tx, batch);
  const complete = completePrefix(audits);
  const progress = followAudits(open.plan, complete);
  if (progress.outcome === "more") {
    // Not before the stage's last audit, though a wrong label may decide it: nobody learns from `required` which
    // audit found one.
    const isOpen = audit?.stages !== undefined && complete.length < audit.required;
    if (!isOpen) await openStage(deps, tx, batch, { ...open, required: progress.audits });
    return undefined;
  }
  const slices = await judgeSlicesOf(tx, batch, open.plan.budget);
  if (progress.outcome === "certified" && slices === null) return undefined;
  await cancelAudits(tx, batch, deps.now());
  const independent = audits.every((row) => row.independent);
  const independence = await readIndependence(tx, batch, independent);
  const gates = {
    excluded,
    maxExcludedShare: policy.max_excluded_share,
    found: [...(await findMissedLabels(tx, batch)), ...sliceReasons(slices ?? [])],
  };
  const unit = batch.group_count === null ? "item" : "group";
  const verdict = decideRound({
    ...{ ...open, end: progress, asked: required_level },
    ...{ independent: isIndependent({ independent, independence }, policy), gates, unit },
  });
  const judged = audits.filter(({ rank }) => rank <= progress.audits);
  return conclude(deps, tx, {
    ...{ batch, verdict, independent, slices: slices ?? [] },
    ...{ mode: policy.audit_mode, audits: countAudits(judged), independence },
    repeat_audits: countRepeats(audits),
  });
}

/** By rank, up to the first unit that has an open audit: whether it is wrong. Answers arrive in any order. */
function completePrefix(audits: readonly AuditRow[]): boolean[] {
  const units = [...Map.groupBy(audits, ({ rank }) => rank).values()];
  const open = units.findIndex((unit) => unit.some(({ acceptable }) => acceptable === null));
  const complete = open === -1 ? units : units.slice(0, open);
  return complete.map((unit) => unit.some(({ acceptable }) => acceptable === false));
}

interface Judged {
  readonly batch: BatchRow;
  readonly verdict: Certified | Failed;
  readonly mode: JudgedLook["mode"];
  readonly independent: boolean;
  /** Absent without audits. */
  readonly audits?: AuditCounts;
  readonly independence?: Independence;
  readonly slices?: readonly JudgedSlice[];
  readonly repeat_audits?: RepeatAudits;
}

async function conclude(
  deps: Deps,
  tx: Tx,
  { batch, verdict, mode, independent, audits, independence, repeat_audits, slices = [] }: Judged,
): Promise<Judgment | undefined> {
  const { outcome, evidence } = verdict;
  await revealSeed(deps, tx, batch);
  const unit = batch.group_count === null || mode === "agreement" ? {} : { unit: "group" as const };
  const look: JudgedLook = {
    ...evidence,
    round: batch.round,
    mode,
    independent,
    outcome,
    ...unit,
    ...(audits && { audits }),
    ...(independence && { independence }),
    ...(slices.length > 0 && { slices }),
    ...(repeat_audits && { repeat_audits }),
  };
  const revision = batch.revision + (batch.amendment === null ? 0 : 1);
  if (outcome === "certified") return { batch: { ...batch, revision }, verdict, look };
  await failBatch(tx, batch, verdict, JSON.stringify([...batch.looks, look]), deps.now());
  await logFailure(tx, batch, look, deps.now());
  return undefined;
}

/** The digest is of the canonical JSON of the look, which every later certificate of the batch has in `looks`. */
async function logFailure(
  tx: Tx,
  { id: batch_id, round }: BatchRow,
  judged: JudgedLook,
  at: Date,
): Promise<void> {
  const digest = createHash("sha256").update(canonicalJson(judged)).digest("hex");
  await appendToLog(tx, { at, type: "stage", batch_id, round, look: judged.look, outcome: "failed", digest });
}

async function failBatch(tx: Tx, before: BatchRow, { score, reasons }: Failed, looks: string, now: Date) {
  const failed = { failure_reasons: JSON.stringify(reasons), looks, audit: null, updated_at: now };
  if (before.amendment !== null) {
    await updateBatch(tx, before, { ...failed, amendment: "failed" });
    return;
  }
  const batch = await updateBatch(tx, before, {
    ...failed,
    status: nextBatchState(before.status, "fail"),
    quality_score: score,
    failed_at: now,
  });
  const { id: batch_id, account_id, project_id, status, file_count, round, policy } = batch;
  const scores = { quality_score: score, required_quality_score: policy.score };
  await emit(tx, {
    account_id,
    type: "batch.failed",
    created_at: now,
    data: {
      batch_id,
      project_id,
      status,
      file_count,
      ...scores,
      round,
      reasons,
      failed_at: now.toISOString(),
    },
  });
}
