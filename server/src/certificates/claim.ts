import { agreementSentence, certifiedSentence } from "@assay/domain/certification/sentences.ts";
import type { Predicate } from "./predicate.ts";

/** What a certificate claims, in the words that every screen uses. */
export function claimOf(predicate: Predicate): string {
  return predicate.mode === "agreement" ? agreementSentence(predicate) : certifiedSentence(predicate);
}
