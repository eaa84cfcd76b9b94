import { toleranceOf } from "@assay/domain/certification/policy.ts";
import { itemAcceptable } from "@assay/domain/field-agreement.ts";
import { getGuidelines, namesAs, typeOf } from "../guidelines/guidelines.ts";
import type { Tx } from "../platform/database/db.ts";
import { closeAudit } from "../queue/audits.ts";
import { type Answered, insertAnswer, type Submitted } from "./record.ts";

/**
 * Judges the delivered label by the auditor's answer, by the acceptance rules of the type and of the scored
 * fields, both with the label names of the auditor's guidelines. The label does not change before the
 * verdict; the correction is stored next to it.
 */
export async function recordAudit(tx: Tx, answered: Answered, now: Date): Promise<Submitted> {
  const { work, sent } = answered;
  const { task, item, batch } = work;
  const annotation = await insertAnswer(tx, answered, now);
  const judged = await namesAs(tx, batch, item, task.guideline_version);
  const { fields } = await getGuidelines(tx, batch.project_id, task.guideline_version);
  const acceptable = itemAcceptable(
    {
      ...{ type: typeOf(batch), tolerance: toleranceOf(batch.policy) },
      ...{ fields, scored: batch.policy.scored_fields ?? [] },
    },
    { result: judged, fields: item.fields },
    { result: sent.result, fields: sent.fields ?? null },
  );
  await closeAudit(tx, work, {
    acceptable,
    annotation_id: annotation.id,
    corrected: acceptable ? null : JSON.stringify(sent.result),
    corrected_fields: acceptable || sent.fields === undefined ? null : JSON.stringify(sent.fields),
    reason: acceptable ? null : (sent.reason ?? null),
  });
  return { annotation, batch, mayBeLast: false, feedback: null };
}
