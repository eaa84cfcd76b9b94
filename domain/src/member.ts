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

/** What tells of the whole account, or changes it: nothing for who belongs to some of its projects. */
const OF_THE_ACCOUNT = /^(account|members|webhooks|events|keys):/;

/** What is left of a role's scopes for somebody who belongs to some projects only; owners have no bounds. */
export function scopesWithin(role: Role, project_ids: readonly string[] | null): readonly Scope[] {
  const scopes = scopesOf(role);
  if (project_ids === null || role === "owner") return scopes;
  const isOpen = (scope: Scope) => role === "manager" || scope !== "uploads:read"; // an upload is in no project yet
  return scopes.filter((scope) => !OF_THE_ACCOUNT.test(scope) && isOpen(scope));
}

/** What a member belongs to. */
interface Belonging {
  /** Null: all projects. */
  readonly project_ids: readonly string[] | null;
  readonly groups: readonly string[];
}

/** Whether a member may be given work of a project; one that names no groups is for everybody. */
export function worksIn(
  { project_ids, groups }: Belonging,
  project: { readonly id: string; readonly groups: readonly string[] },
): boolean {
  if (project_ids !== null && !project_ids.includes(project.id)) return false;
  return project.groups.length === 0 || project.groups.some((group) => groups.includes(group));
}

/** Whether somebody with `scopes` may give a role, or take it: nobody makes people who may do more than they. */
export function mayGive(scopes: ReadonlySet<Scope>, role: Role): boolean {
  return scopesOf(role).every((scope) => scopes.has(scope));
}

export function mayAnnotate(role: Role): boolean {
  return role !== "viewer";
}

/** Whether the role audits and adjudicates (never items that the person annotated; that is checked apart). */
export function mayAudit(role: Role): boolean {
  return role === "owner" || role === "manager" || role === "reviewer";
}
