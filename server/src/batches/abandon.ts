import { nextBatchState } from "@assay/domain/batch.ts";
import { counted, written } from "@assay/domain/certification/wording.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import { emit } from "../events/emit.ts";
import type { Tx } from "../platform/database/db.ts";
import { type BatchRow, getBatch, updateBatch } from "./store.ts";

/** Throws `invalid_state` if the batch has an open audit, which its deletion would abandon. */
export function assertNotAudited({
  id,
  audit,
  dataset_id,
  dataset_version,
}: Pick<BatchRow, "id" | "audit" | "dataset_id" | "dataset_version">): void {
  if (audit === null) return;
  const what =
    dataset_id === null ? "" : ` ${id}, which certifies version ${dataset_version} of ${dataset_id},`;
  throw new ServiceError(
    "invalid_state",
    `the batch${what} is being audited: wait for the verdict, or delete it with ?abandon=true, which counts as a failed audit of these items`,
  );
}

/**
 * Ends the open audit of a batch that is being deleted, and emits `batch.failed` with the reason `abandoned`.
 * The audit stays in the ledger: another batch with these items gets a stricter bound.
 */
export async function abandonAudit(tx: Tx, before: BatchRow, now: Date): Promise<void> {
  const { audited } = await getBatch(tx, before.account_id, before.id);
  const required = before.audit?.required ?? 0;
  const message = `The batch was deleted during its audit, after ${written(audited)} of ${counted(required, "check")}.`;
  const reasons = [{ code: "abandoned" as const, message, count: audited }];
  const failed = { failure_reasons: JSON.stringify(reasons), audit: null };
  if (before.amendment !== null) await updateBatch(tx, before, { ...failed, amendment: "failed" });
  else
    await updateBatch(tx, before, {
      ...failed,
      status: nextBatchState(before.status, "fail"),
      quality_score: 0,
      failed_at: now,
    });
  const { id: batch_id, account_id, project_id, file_count, round, policy } = before;
  await emit(tx, {
    account_id,
    type: "batch.failed",
    created_at: now,
    data: {
      ...{ batch_id, project_id, status: "failed", file_count, round, reasons },
      quality_score: 0,
      required_quality_score: policy.score,
      failed_at: now.toISOString(),
    },
  });
}
