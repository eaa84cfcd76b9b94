import type { Entries } from "../drafts/document.ts";

/** The key of what an auditor says is wrong with a label: kept in the draft with the corrected answer. */
export const REASON = "audit:reason";

/** What an auditor says is wrong with the label; empty where they say nothing. */
export function reasonIn(entries: Entries<unknown>): string {
  const reason = entries.get(REASON);
  return typeof reason === "string" ? reason.trim() : "";
}
