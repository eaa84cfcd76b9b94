import { readScope, type WorkScope } from "./task.ts";

/** Remembers in this browser where the member works, so that My work begins with it. */
export function rememberScope(member_id: string, scope: WorkScope): void {
  localStorage.setItem(keyOf(member_id), JSON.stringify(scope));
}

/** Where the member worked last; undefined if this browser does not know. */
export function lastScope(member_id: string): WorkScope | undefined {
  const kept = localStorage.getItem(keyOf(member_id));
  return kept === null ? undefined : readScope(JSON.parse(kept));
}

function keyOf(member_id: string): string {
  return `assay-work-${member_id}`;
}
