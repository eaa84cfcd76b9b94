import { firstLookOf, planLook } from "@assay/domain/certification/looks.ts";
import { type BatchRow, updateBatch } from "../batches/store.ts";
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
  required?: number,
): Promise<void> {
  const look = planLook({ N, need: batch.policy.score, look: nextLookOf(batch), lookOfRound: 1 });
  await openLook(tx, batch, now, {
    look: look.look,
    look_of_round: 1,
    required: required ?? look.required,
    wrong_allowed: look.wrongAllowed,
  });
}

/**
 * The number, in the batch's life, of the current look, or of the round's first one if there is none. Rounds
 * that gates failed before anybody audited use no look and leave theirs to the next round (ADR 0026); except
 * with agreement as evidence, which uses the same answers as the gates.
 */
export function nextLookOf({ audit, policy, looks }: Pick<BatchRow, "audit" | "policy" | "looks">): number {
  if (audit !== null) return audit.look;
  const taken = looks.filter(({ n }) => n > 0 || policy.evidence === "agreement");
  const rounds = Math.ceil(Math.max(0, ...taken.map(({ look }) => look)) / policy.max_looks);
  return firstLookOf(rounds + 1, policy.max_looks);
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
