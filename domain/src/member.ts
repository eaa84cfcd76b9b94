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

/** The scopes that a role grants in the API. */
export function scopesOf(role: Role): readonly Scope[] {
  return SCOPES_OF[role];
}

/** Scopes that read or change the whole account; members limited to certain projects never have them. */
const OF_THE_ACCOUNT = /^(account|members|webhooks|events|keys):/;

/** The scopes of a role for members limited to certain projects; owners cannot be limited. */
export function scopesWithin(role: Role, project_ids: readonly string[] | null): readonly Scope[] {
  const scopes = scopesOf(role);
  if (project_ids === null || role === "owner") return scopes;
  const isOpen = (scope: Scope) => role === "manager" || scope !== "uploads:read"; // an upload belongs to no project yet
  return scopes.filter((scope) => !OF_THE_ACCOUNT.test(scope) && isOpen(scope));
}

/** The projects and groups of a member. */
interface Belonging {
  /** Null: all projects. */
  readonly project_ids: readonly string[] | null;
  readonly groups: readonly string[];
}

/** Whether a member may receive tasks of a project; a project without groups is open to everybody. */
export function worksIn(
  { project_ids, groups }: Belonging,
  project: { readonly id: string; readonly groups: readonly string[] },
): boolean {
  if (project_ids !== null && !project_ids.includes(project.id)) return false;
  return project.groups.length === 0 || project.groups.some((group) => groups.includes(group));
}

/** Whether somebody with `scopes` may give or take a role: it must not grant more than they have. */
export function mayGive(scopes: ReadonlySet<Scope>, role: Role): boolean {
  return scopesOf(role).every((scope) => scopes.has(scope));
}

export function mayAnnotate(role: Role): boolean {
  return role !== "viewer";
}

/** Whether the role audits and adjudicates. Another check excludes items that the person annotated. */
export function mayAudit(role: Role): boolean {
  return role === "owner" || role === "manager" || role === "reviewer";
}
