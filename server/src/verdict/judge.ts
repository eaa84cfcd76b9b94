import { nextBatchState } from "@assay/domain/batch.ts";
import { isIndependent } from "@assay/domain/certification/levels.ts";
import { firstLookOf } from "@assay/domain/certification/looks.ts";
import { type Gates, gateReasons } from "@assay/domain/certification/reasons.ts";
import {
  type Certified,
  decideAgreement,
  decideLook,
  type Failed,
  type NextLook,
} from "@assay/domain/certification/verdict.ts";
import { type BatchRow, lockBatchById, updateBatch } from "../batches/store.ts";
import { readIndependence } from "../certificates/auditors.ts";
import type { Judgment } from "../certificates/predicate.ts";
import { decideRound } from "../consensus/decide.ts";
import type { Deps } from "../deps.ts";
import { emit } from "../events/emit.ts";
import type { AuditCounts, Independence } from "../platform/database/audit-tables.ts";
import type { Tx } from "../platform/database/db.ts";
import type { JudgedLook } from "../platform/database/work-tables.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { countAgreement } from "../quality/agreement.ts";
import { countProgress } from "../queue/progress.ts";
import { beginAudit, countAudits, enterRound, listAudits, nextLookOf, openLook } from "./audit.ts";
import { certifyBatch } from "./certify.ts";
import { isDrawable } from "./draw.ts";
import { findMissedLabels, readGates } from "./gates.ts";

/**
 * Advances the verdict on a completed batch: opens the first look, or, once all its audits are in, passes it,
 * extends it or fails the batch. Safe to run at any time and repeatedly, because it acts on the state that it
 * finds.
 */
export async function judgeBatch(deps: Deps, { batch_id }: { batch_id: string }): Promise<void> {
  const passed = await deps.db.transaction().execute(async (tx) => {
    const completed = await lockBatchById(tx, batch_id);
    if (completed?.stage !== "completed") return undefined;
    const batch = await decideRound(tx, completed, deps.now());
    if (batch.required_level === "none") return undefined;
    return batch.audit === null ? begin(deps, tx, batch) : judgeLook(deps, tx, batch);
  });
  if (passed !== undefined) await certifyBatch(deps, passed);
}

async function begin(deps: Deps, tx: Tx, completed: BatchRow): Promise<Judgment | undefined> {
  const { policy } = completed;
  const gates = await readGates(tx, completed);
  const N = completed.item_count - gates.excluded;
  const units = completed.group_count ?? N;
  const isGated = gateReasons(N, gates).length > 0;
  if (isGated && policy.evidence === "audit") {
    return judgeUnseen(deps, tx, completed, { N: units, look: nextLookOf(completed), gates });
  }
  if (policy.evidence === "audit" && !(await isDrawable(tx, completed))) {
    await addJob(tx, "prepare_draw", { batch_id: completed.id });
    return undefined;
  }
  const batch = await enterRound(deps, tx, completed);
  const look = firstLookOf(batch.budget_round, policy.max_looks);
  if (isGated) return judgeUnseen(deps, tx, batch, { N: units, look, gates });
  if (policy.evidence === "audit") {
    await beginAudit(tx, batch, units, deps.now(), { look });
    return undefined;
  }
  const counted = await countAgreement(tx, batch);
  const verdict = decideAgreement({ N, ...counted, look, gates });
  if (verdict.outcome !== "audit_all")
    return conclude(deps, tx, { batch, verdict, mode: "agreement", independent: true });
  await beginAudit(tx, batch, units, deps.now(), { look, required: units });
  return undefined;
}

/** Fails a batch for its gates before anybody has audited it. */
async function judgeUnseen(
  deps: Deps,
  tx: Tx,
  batch: BatchRow,
  { N, look, gates }: { readonly N: number; readonly look: number; readonly gates: Gates },
): Promise<Judgment | undefined> {
  const { policy, required_level } = batch;
  if (required_level === "none") return undefined;
  const seen = { N, n: 0, d: 0, look, lookOfRound: 1, maxLooks: policy.max_looks, independent: true };
  const verdict = decideLook({ ...seen, asked: required_level, gates });
  return conclude(deps, tx, { batch, verdict, mode: policy.audit_mode, independent: true });
}

async function judgeLook(deps: Deps, tx: Tx, batch: BatchRow): Promise<Judgment | undefined> {
  const audits = await listAudits(tx, batch);
  const { audit, policy, required_level } = batch;
  const units = [...Map.groupBy(audits, ({ rank }) => rank).values()];
  const judged = units.filter((unit) => unit.every(({ acceptable }) => acceptable !== null));
  if (required_level === "none" || judged.length < (audit?.required ?? 0)) return undefined;
  const { excluded } = await countProgress(tx, batch.id);
  const independent = audits.every((row) => row.independent);
  const independence = await readIndependence(tx, batch, independent);
  const gates = {
    excluded,
    maxExcludedShare: policy.max_excluded_share,
    found: await findMissedLabels(tx, batch),
  };
  const verdict = decideLook({
    N: batch.group_count ?? batch.item_count - excluded,
    n: judged.length,
    d: judged.filter((unit) => unit.some(({ acceptable }) => acceptable === false)).length,
    look: nextLookOf(batch),
    lookOfRound: audit?.look_of_round ?? 1,
    maxLooks: policy.max_looks,
    asked: required_level,
    independent: isIndependent({ independent, independence }, policy),
    gates,
    unit: batch.group_count === null ? "item" : "group",
  });
  return conclude(deps, tx, {
    ...{ batch, verdict, independent },
    ...{ mode: policy.audit_mode, audits: countAudits(audits), independence },
  });
}

interface Judged {
  readonly batch: BatchRow;
  readonly verdict: Certified | NextLook | Failed;
  readonly mode: JudgedLook["mode"];
  readonly independent: boolean;
  /** Absent without audits. */
  readonly audits?: AuditCounts;
  readonly independence?: Independence;
}

async function conclude(
  { now }: Deps,
  tx: Tx,
  { batch, verdict, mode, independent, audits, independence }: Judged,
): Promise<Judgment | undefined> {
  const { outcome, evidence } = verdict;
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
  };
  const revision = batch.revision + (batch.amendment === null ? 0 : 1);
  if (outcome === "certified") return { batch: { ...batch, revision }, verdict, look };
  const looks = JSON.stringify([...batch.looks, look]);
  if (outcome === "failed") {
    await failBatch(tx, batch, verdict, looks, now());
    return undefined;
  }
  const { required, wrongAllowed, look: number } = verdict;
  const look_of_round = (batch.audit?.look_of_round ?? 0) + 1;
  const extended = await updateBatch(tx, batch.id, { looks });
  await openLook(tx, extended, now(), { look: number, look_of_round, required, wrong_allowed: wrongAllowed });
  return undefined;
}

async function failBatch(tx: Tx, before: BatchRow, { score, reasons }: Failed, looks: string, now: Date) {
  const failed = { failure_reasons: JSON.stringify(reasons), looks, audit: null, updated_at: now };
  if (before.amendment !== null) {
    await updateBatch(tx, before.id, { ...failed, amendment: "failed" });
    return;
  }
  const batch = await updateBatch(tx, before.id, {
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
