import { nextBatchState } from "@assay/domain/batch.ts";
import { findLevel, LEVELS } from "@assay/domain/certification/levels.ts";
import { boundedTolerance } from "@assay/domain/certification/tolerance.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import { type BatchRow, updateBatch } from "../batches/store.ts";
import { typeOf } from "../guidelines/guidelines.ts";
import { judgingRules } from "../guidelines/judging-rules.ts";
import type { Tx } from "../platform/database/db.ts";
import { addJob } from "../platform/jobs/jobs.ts";

/**
 * Requests a verdict on a completed batch of a level without one, by the rules that were fixed when it was completed. A
 * policy of a level without a verdict does not say whether `verify` was chosen: the level's own mode of audits counts.
 * Throws `invalid_request` for a level without a verdict, `invalid_state` if the batch is not completed or
 * its verdict is in progress.
 */
export async function askAudit(tx: Tx, batch: BatchRow, name: string, now: Date): Promise<void> {
  const level = findLevel(name);
  if (level === undefined || level.name === "none") {
    throw new ServiceError("invalid_request", "level must be one of basic, standard, premium, elite");
  }
  nextBatchState(batch.status, "audit");
  if (batch.required_level !== "none") {
    throw new ServiceError(
      "invalid_state",
      `the batch is already being audited for the level ${batch.required_level}`,
    );
  }
  const rules = await judgingRules(tx, batch);
  const { audit_mode, tolerance = {} } = rules.policy;
  const policy = {
    ...rules.policy,
    level: level.name,
    score: LEVELS[level.name].score,
    audit_mode: audit_mode === LEVELS.none.audit_mode ? LEVELS[level.name].audit_mode : audit_mode,
    tolerance: boundedTolerance(typeOf(batch), tolerance),
  };
  await updateBatch(tx, batch, {
    required_level: level.name,
    policy: JSON.stringify(policy),
    judging_rules: JSON.stringify({ ...rules, policy }),
    updated_at: now,
  });
  await addJob(tx, batch.account_id, "judge_batch", { batch_id: batch.id });
}
