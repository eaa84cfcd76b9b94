import { toleranceSentence } from "@assay/domain/certification/policy.ts";
import { agreementSentence, certifiedSentence } from "@assay/domain/certification/sentences.ts";
import type { AuditUnit } from "../platform/database/work-tables.ts";
import type { Predicate } from "./predicate.ts";

/** What a certificate claims, in the words that every screen uses, and by which tolerance. */
export function claimOf(predicate: Predicate): string {
  const claim =
    predicate.mode === "agreement"
      ? agreementSentence(predicate)
      : certifiedSentence({ ...predicate, unit: unitOf(predicate) });
  return `${claim} ${toleranceSentence(predicate.policy)}`.trimEnd();
}

/** What N, n and d of the deciding look count. */
export function unitOf({ looks }: Predicate): AuditUnit {
  return looks.at(-1)?.unit ?? "item";
}
