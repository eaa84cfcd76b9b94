import { firstLookOf, planLook } from "@assay/domain/certification/looks.ts";
import { type BatchRow, updateBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { enterLedger } from "../ledger/enter.ts";
import type { AuditCounts } from "../platform/database/audit-tables.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import type { AuditPlan } from "../platform/database/work-tables.ts";
import { drawSample, makeTasks } from "../queue/audits.ts";

export type AuditRow = Row<"audits">;

/**
 * Opens the round's first look at `N` items, or clusters: plans it, draws the sample and creates its audit
 * tasks.
 */
export async function beginAudit(
  tx: Tx,
  batch: BatchRow,
  N: number,
  now: Date,
  { look: first, required }: { readonly look: number; readonly required?: number },
): Promise<void> {
  const look = planLook({ N, need: batch.policy.score, look: first, lookOfRound: 1 });
  await openLook(tx, batch, now, {
    look: look.look,
    look_of_round: 1,
    required: required ?? look.required,
    wrong_allowed: look.wrongAllowed,
  });
}

/**
 * Enters the round of `batch` into the ledger of its account, and returns the batch with the round's budget.
 * `firstLookOf` its `budget_round` is the round's first look.
 */
export async function enterRound(deps: Deps, tx: Tx, batch: BatchRow): Promise<BatchRow> {
  const { earlier, ...entry } = await enterLedger(deps, tx, batch, roundsOf(batch));
  return updateBatch(tx, batch.id, { ...entry, earlier: JSON.stringify(earlier) });
}

/**
 * The number, for the α of the batch's data, of the current look, or of the round's first one if there is none.
 */
export function nextLookOf(batch: Pick<BatchRow, "audit" | "policy" | "looks" | "budget_round">): number {
  return batch.audit?.look ?? firstLookOf(roundsOf(batch) + 1, batch.policy.max_looks);
}

/**
 * The rounds whose budgets this batch or earlier ones with its data used. Rounds that gates failed before
 * anybody audited use none and leave it to the next round (ADR 0026); except with agreement as evidence, which
 * uses the same answers as the gates.
 */
function roundsOf({
  policy,
  looks,
  budget_round,
}: Pick<BatchRow, "policy" | "looks" | "budget_round">): number {
  const taken = looks.filter(({ n }) => n > 0 || policy.evidence === "agreement");
  return Math.max(budget_round, Math.ceil(Math.max(0, ...taken.map(({ look }) => look)) / policy.max_looks));
}

/** Extends the round's sample to the size of `plan`; items drawn before stay in it. */
export async function openLook(tx: Tx, batch: BatchRow, now: Date, plan: AuditPlan): Promise<void> {
  const unit = batch.group_count === null ? {} : { unit: "group" };
  await updateBatch(tx, batch.id, { audit: JSON.stringify({ ...plan, ...unit }), updated_at: now });
  const drawn = (await listAudits(tx, batch)).at(-1)?.rank ?? 0;
  await drawSample(tx, batch, plan, drawn);
  await makeTasks(tx, batch, plan, now);
}

/** The current round's audits, by rank. */
export async function listAudits(tx: Tx, { id, round }: BatchRow): Promise<AuditRow[]> {
  return tx
    .selectFrom("audits")
    .selectAll()
    .where("batch_id", "=", id)
    .where("round", "=", round)
    .orderBy("rank")
    .execute();
}

/** How the judged ones of these audits were judged. */
export function countAudits(audits: readonly AuditRow[]): AuditCounts {
  const judged = audits.filter(({ acceptable }) => acceptable !== null);
  return {
    labels: judged.length,
    changed: judged.filter(({ verdict }) => verdict === "accepted_with_change").length,
    by_rule: judged.filter(({ decided_by }) => decided_by !== "auditor").length,
  };
}
