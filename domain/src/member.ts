export const ROLES = ["owner", "manager", "reviewer", "annotator", "viewer"] as const;
export type Role = (typeof ROLES)[number];

export const SCOPES = [
  "account:read",
  "account:write",
  "members:read",
  "members:write",
  "projects:read",
  "projects:write",
  "batches:read",
  "batches:write",
  "uploads:read",
  "uploads:write",
  "annotations:read",
  "annotations:write",
  "datasets:read",
  "webhooks:read",
  "webhooks:write",
  "events:read",
  "keys:read",
  "keys:write",
] as const;
export type Scope = (typeof SCOPES)[number];

const OWNERS_ONLY: readonly Scope[] = ["account:write", "keys:read", "keys:write"];
const ANNOTATIONS: readonly Scope[] = ["annotations:read", "annotations:write"];

const SCOPES_OF: Record<Role, readonly Scope[]> = {
  owner: SCOPES,
  manager: SCOPES.filter((scope) => !OWNERS_ONLY.includes(scope)),
  reviewer: ANNOTATIONS,
  annotator: ANNOTATIONS,
  viewer: SCOPES.filter((scope) => scope.endsWith(":read")),
};

/** What a person with that role may do through the API. */
export function scopesOf(role: Role): readonly Scope[] {
  return SCOPES_OF[role];
}

export function mayAnnotate(role: Role): boolean {
  return role !== "viewer";
}

/** Whether the role audits and adjudicates (never items that the person annotated; that is checked apart). */
export function mayAudit(role: Role): boolean {
  return role === "owner" || role === "manager" || role === "reviewer";
}
