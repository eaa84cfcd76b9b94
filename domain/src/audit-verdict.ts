import { type AcceptanceRules, itemAcceptable } from "./field-agreement.ts";
import type { FieldedAnswer } from "./field-consensus.ts";

/** What an audit finds: the delivered label is right as it is, right except for a small change, or wrong. */
export const AUDIT_VERDICTS = ["accepted", "accepted_with_change", "wrong"] as const;
export type AuditVerdict = (typeof AUDIT_VERDICTS)[number];

/**
 * The verdict that the acceptance rules of the type and of the scored fields give. In audits that show the label it is
 * a proposal, which the auditor may overrule; in blind audits it decides.
 */
export function proposeVerdict(
  rules: AcceptanceRules,
  delivered: FieldedAnswer,
  audited: FieldedAnswer,
): AuditVerdict {
  if (!itemAcceptable(rules, delivered, audited)) return "wrong";
  return isSameAnswer(rules, delivered, audited) ? "accepted" : "accepted_with_change";
}

/**
 * Whether the auditor changed nothing: the same JSON, except where the type calls results of different form equal, such
 * as a set of labels in another order. Null and no fields are the same.
 */
export function isSameAnswer(
  { type, tolerance }: Pick<AcceptanceRules, "type" | "tolerance">,
  delivered: FieldedAnswer,
  audited: FieldedAnswer,
): boolean {
  const strict = { ...tolerance, strict: true };
  const isOneForm =
    type.sameWhen(strict) === null && type.acceptable(delivered.result, audited.result, strict);
  return (
    (isOneForm || isEqual(delivered.result, audited.result)) &&
    isEqual(delivered.fields ?? {}, audited.fields ?? {})
  );
}

/** Compares JSON values; an absent member equals an undefined one. */
function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [members, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return [...new Set([...members.keys(), ...others.keys()])].every((name) =>
    isEqual(members.get(name), others.get(name)),
  );
}
