import { isSameAnswer } from "@assay/domain/audit-verdict.ts";
import { toleranceOf } from "@assay/domain/certification/policy.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import { itemAcceptable } from "@assay/domain/field-agreement.ts";
import { perOf } from "@assay/domain/field-limits.ts";
import { getGuidelines, namesAs, typeOf } from "../guidelines/guidelines.ts";
import type { Tx } from "../platform/database/db.ts";
import { closeAudit, closeRepeat, isRepeat } from "../queue/audits.ts";
import type { Work } from "../queue/store.ts";
import { type Answered, insertAnswer, type Submitted } from "./record.ts";
import type { SubmitTask } from "./schemas.ts";

/**
 * Judges the delivered label. The auditor says whether it is right; without a word from them, and in blind audits, the
 * acceptance rules of the type and of the scored fields decide, with the label names of the auditor's guidelines. The
 * label does not change before the verdict on the batch: the auditor's version is stored beside it wherever it differs.
 * A repeat of an audit changes neither its verdict nor the label.
 */
export async function recordAudit(tx: Tx, answered: Answered, now: Date): Promise<Submitted> {
  const { work, sent } = answered;
  const annotation = await insertAnswer(tx, answered, now);
  const { verdict, corrected } = await judge(tx, answered);
  if (await isRepeat(tx, work.task)) {
    await closeRepeat(tx, work.task, { verdict, annotation_id: annotation.id });
  } else {
    await closeAudit(tx, work, {
      verdict,
      decided_by: sent.verdict === undefined ? "rule" : "auditor",
      annotation_id: annotation.id,
      corrected: corrected && JSON.stringify(corrected.result),
      corrected_fields: corrected?.fields ? JSON.stringify(corrected.fields) : null,
      reason: verdict === "wrong" ? (sent.reason ?? null) : null,
    });
  }
  return { annotation, batch: work.batch, mayBeLast: false, closedCheck: false, feedback: null };
}

/** The verdict, and the auditor's version; null if that is the delivered label. Absent `fields` change no field. */
async function judge(tx: Tx, { work: { task, item, batch }, sent }: Answered) {
  const { fields } = await getGuidelines(tx, batch, task.guideline_version);
  const rules = {
    ...{ type: typeOf(batch), tolerance: toleranceOf(batch.policy) },
    ...{ fields, scored: batch.policy.scored_fields ?? [] },
  };
  const delivered = { result: await namesAs(tx, batch, item, task.guideline_version), fields: item.fields };
  const audited = { result: sent.result, fields: sent.fields ?? null };
  const isSame = isSameAnswer(rules, delivered, { ...audited, fields: sent.fields ?? item.fields });
  assertConsistent(sent, isSame);
  const isRight = itemAcceptable(rules, delivered, audited);
  const proposed = isRight ? (isSame ? "accepted" : "accepted_with_change") : "wrong";
  const verdict = sent.verdict ?? proposed;
  if (isSame) return { verdict, corrected: null };
  // Answers about objects belong to the objects of the result that was replaced.
  const isOfItem = fields.every((definition) => perOf(definition) !== "object");
  const kept = verdict !== "wrong" && isOfItem ? item.fields : null;
  return { verdict, corrected: { ...audited, fields: sent.fields ?? kept } };
}

/** Throws `invalid_request` if the task takes no verdict: only audits that show the delivered label do. */
export function assertTakesVerdict({ task, batch }: Work, { verdict }: SubmitTask): void {
  if (verdict === undefined) return;
  if (task.kind !== "audit") throw new ServiceError("invalid_request", "verdict: only audits take one");
  if (batch.policy.audit_mode === "verify") return;
  throw new ServiceError(
    "invalid_request",
    "verdict: a blind audit takes none; its answer is compared with the delivered label",
  );
}

/** The verdict of the audit with this answer; undefined if it is the answer to another task. */
export async function findVerdict(tx: Tx, { account_id, id, item_id }: Submitted["annotation"]) {
  const audit = await tx
    .selectFrom("audits")
    .select(["verdict", "repeat_verdict", "repeat_annotation_id"])
    .where("account_id", "=", account_id)
    .where("item_id", "=", item_id)
    .where((audits) => audits.or([audits("annotation_id", "=", id), audits("repeat_annotation_id", "=", id)]))
    .executeTakeFirst();
  return audit?.repeat_annotation_id === id ? audit.repeat_verdict : audit?.verdict;
}

function assertConsistent({ verdict }: SubmitTask, isSame: boolean): void {
  if (verdict === "accepted" && !isSame) {
    throw new ServiceError(
      "invalid_request",
      "verdict: accepted means that the answer equals the delivered label, but it differs; send accepted_with_change or wrong",
    );
  }
  if (verdict === "accepted_with_change" && isSame) {
    throw new ServiceError(
      "invalid_request",
      "verdict: accepted_with_change means that the answer differs from the delivered label, but it is equal; send accepted or wrong",
    );
  }
}
