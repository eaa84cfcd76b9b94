import Type, { type Static } from "typebox";
import { batchSentence } from "../batches/sentence.ts";
import type { BatchRecord } from "../batches/store.ts";
import { nullable } from "../platform/http/wire.ts";
import type { TaskRow } from "../queue/claimable.ts";

export const AuditVerdict = Type.Object(
  {
    outcome: Type.Enum(["open", "judging", "certified", "failed"], {
      description:
        "`open` while labels wait for an auditor, `judging` while the service computes the verdict",
    }),
    required: nullable(Type.Integer({ description: "Audits up to the next decision; null once it is made" })),
    sentence: Type.String({ description: "The batch's quality in words" }),
  },
  {
    description:
      "What followed from the audits of the batch. Only in `GET /v1/tasks/{id}` of an audit that was submitted or canceled; null in a later round",
  },
);

/**
 * What followed from the audits of the task's batch, for an auditor, who may not read batches; null once the batch is in a
 * later round. Before the verdict it says how many labels were checked, and never how many were wrong.
 */
export function auditVerdict(
  batch: BatchRecord,
  { round }: Pick<TaskRow, "round">,
): Static<typeof AuditVerdict> | null {
  const { audit, audited, stage } = batch;
  if (batch.round !== round) return null;
  const sentence = batchSentence(batch);
  if (audit !== null)
    return { outcome: audited < audit.required ? "open" : "judging", required: audit.required, sentence };
  if (stage === "failed" || stage === "certified") return { outcome: stage, required: null, sentence };
  return { outcome: "judging", required: null, sentence };
}
