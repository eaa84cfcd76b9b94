import { batchSentence } from "../batches/sentence.ts";
import type { BatchRecord } from "../batches/store.ts";
import type { TaskRow } from "../queue/claimable.ts";
import type { Task } from "./schemas.ts";

/**
 * What followed from the audits of the task's batch, for an auditor, who may not read batches; null once the batch is in a
 * later round. Before the verdict it says how many labels were checked, and never how many were wrong.
 */
export function auditVerdict(
  batch: BatchRecord,
  { round }: Pick<TaskRow, "round">,
): Exclude<Task["verdict"], undefined> {
  const { audit, audited, stage } = batch;
  if (batch.round !== round) return null;
  const sentence = batchSentence(batch);
  if (audit !== null)
    return { outcome: audited < audit.required ? "open" : "judging", required: audit.required, sentence };
  if (stage === "failed" || stage === "certified") return { outcome: stage, required: null, sentence };
  return { outcome: "judging", required: null, sentence };
}
