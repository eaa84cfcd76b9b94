import { agreementSentence, certifiedSentence } from "@assay/domain/certification/sentences.ts";
import type { AuditUnit } from "../platform/database/work-tables.ts";
import type { Predicate } from "./predicate.ts";

/** What a certificate claims, in the words that every screen uses. */
export function claimOf(predicate: Predicate): string {
  if (predicate.mode === "agreement") return agreementSentence(predicate);
  return certifiedSentence({ ...predicate, unit: unitOf(predicate) });
}

/** What N, n and d of the deciding look count. */
export function unitOf({ looks }: Predicate): AuditUnit {
  return looks.at(-1)?.unit ?? "item";
}
