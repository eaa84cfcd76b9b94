import type { Entries } from "../drafts/document.ts";

/** The key of the auditor's comment on a wrong label; it is part of the draft. */
export const REASON = "audit:reason";

/** The auditor's comment on a wrong label; empty if there is none. */
export function reasonIn(entries: Entries<unknown>): string {
  const reason = entries.get(REASON);
  return typeof reason === "string" ? reason.trim() : "";
}
