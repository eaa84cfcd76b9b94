import { type AuditVerdict, isSameAnswer, proposeVerdict } from "@assay/domain/audit-verdict.ts";
import { findAnnotationType } from "@assay/domain/types/registry.ts";
import type { Entries } from "../drafts/document.ts";
import { answerOf, type Subject, type WholeAnswer } from "../editors/answer/answer.ts";
import { reasonIn } from "./reason.ts";

/** The key of the auditor's choice about a label that they change; it is part of the draft. */
export const VERDICT = "audit:verdict";

/** What an auditor can say of a label that they change. */
export type ChangeVerdict = Exclude<AuditVerdict, "accepted">;

/** An auditor's change of the label that they were shown. */
export interface AuditedChange {
  readonly subject: Subject;
  /** The entries of the shown label. */
  readonly shown: Entries<unknown>;
  readonly entries: Entries<unknown>;
}

/** What the auditor says of the label: their choice, or what the rule of the type proposes for their change. */
export function changeVerdict({ subject, shown, entries }: AuditedChange): ChangeVerdict {
  const chosen = entries.get(VERDICT);
  if (chosen === "accepted_with_change" || chosen === "wrong") return chosen;
  const rules = rulesOf(subject);
  if (rules === undefined) return "wrong";
  const proposed = proposeVerdict(rules, answerOf(subject, shown), answerOf(subject, entries));
  return proposed === "wrong" ? "wrong" : "accepted_with_change";
}

/** The answer to send with its verdict. A label that is not changed is sent as it came. */
export function judgedAnswer(
  change: AuditedChange,
  label: WholeAnswer,
): WholeAnswer & { readonly verdict: AuditVerdict } {
  const { subject, entries } = change;
  if (!isUnchanged(change)) return { ...answerOf(subject, entries), verdict: changeVerdict(change) };
  return { ...label, verdict: entries.get(VERDICT) === "wrong" ? "wrong" : "accepted" };
}

/** Whether the auditor calls the label wrong, but neither changes it nor says what is wrong: nobody could mend it. */
export function isUnexplained(change: AuditedChange): boolean {
  const { entries } = change;
  return entries.get(VERDICT) === "wrong" && reasonIn(entries) === "" && isUnchanged(change);
}

function isUnchanged({ subject, shown, entries }: AuditedChange): boolean {
  const rules = rulesOf(subject);
  return rules !== undefined && isSameAnswer(rules, answerOf(subject, shown), answerOf(subject, entries));
}

/** The rules of the type with its own tolerance: the browser does not have that of the batch, and this only proposes. */
function rulesOf({ project }: Subject) {
  const type = findAnnotationType(project.annotation_type)?.configured(project.type_options);
  return type && { type, fields: project.fields, scored: [], tolerance: { strict: false } };
}
