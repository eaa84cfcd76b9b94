import { toleranceSentence } from "@assay/domain/certification/policy.ts";
import { agreementSentence, certifiedSentence } from "@assay/domain/certification/sentences.ts";
import type { AuditUnit } from "../platform/database/work-tables.ts";
import type { Predicate } from "./predicate.ts";

/** The sentence that a certificate states, as on every screen, and the tolerance of its policy. */
export function certificateSentence(predicate: Predicate): string {
  const sentence =
    predicate.mode === "agreement"
      ? agreementSentence(predicate)
      : certifiedSentence({ ...predicate, unit: unitOf(predicate) });
  return `${sentence} ${toleranceSentence(predicate.policy)}`.trimEnd();
}

/** The unit of N, n and d of the deciding look. */
export function unitOf({ looks }: Predicate): AuditUnit {
  return looks.at(-1)?.unit ?? "item";
}
