import { nextBatchState } from "@assay/domain/batch.ts";
import { findLevel } from "@assay/domain/certification/levels.ts";
import { boundedPolicy, resolvePolicy } from "@assay/domain/certification/policy.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import { type BatchRow, updateBatch } from "../batches/store.ts";
import { typeOf } from "../guidelines/guidelines.ts";
import type { Tx } from "../platform/database/db.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { getProject } from "../projects/store.ts";

/**
 * Requests a verdict on a completed batch of a level without one. The overlap of its answers does not change.
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
  const { quality_policy } = await getProject(tx, batch.account_id, batch.project_id);
  const type = typeOf(batch);
  const policy = resolvePolicy(level.name, type, {
    ...boundedPolicy(type, quality_policy),
    overlap: batch.policy.overlap,
    overlap_share: batch.policy.overlap_share,
  });
  await updateBatch(tx, batch.id, {
    required_level: level.name,
    policy: JSON.stringify({ ...policy, type_options: batch.policy.type_options }),
    updated_at: now,
  });
  await addJob(tx, "judge_batch", { batch_id: batch.id });
}
