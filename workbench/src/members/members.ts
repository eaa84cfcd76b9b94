import { listAll } from "@assay/sdk/list-all.ts";
import type { components } from "@assay/sdk/schema.ts";
import { api } from "../api/client.ts";
import { everyRow } from "../api/every-row.ts";

export type Member = components["schemas"]["Member"];
export type ChangeMember = components["schemas"]["ChangeMember"];
export type NewMember = components["schemas"]["NewMember"];
export type Role = Member["role"];

/** The roles that a member with `role` may assign. */
export function rolesFor(role: Role): Role[] {
  if (role === "owner") return ["annotator", "reviewer", "manager", "viewer", "owner"];
  return role === "manager" ? ["annotator", "reviewer", "manager", "viewer"] : [];
}

const PAGE = 100;

/** All members, newest first; with `gone` also deactivated ones. */
export async function listMembers(gone: boolean): Promise<Member[]> {
  return everyRow(listAll(api, "/v1/members", { query: { limit: PAGE, ...(gone ? {} : { active: true }) } }));
}

/** The names of all projects by id. */
export async function listProjectNames(): Promise<ReadonlyMap<string, string>> {
  const projects = await everyRow(listAll(api, "/v1/projects", { query: { limit: PAGE, status: "all" } }));
  return new Map(projects.map(({ id, name }) => [id, name]));
}

/** The values of the form. */
export interface MemberForm {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** Null means all projects. */
  readonly project_ids: readonly string[] | null;
  /** Separated by commas. */
  readonly groups: string;
}

export const EMPTY_FORM: MemberForm = {
  name: "",
  email: "",
  role: "annotator",
  project_ids: null,
  groups: "",
};

/** The form filled with a member's values. */
export function formOf({ name, email, role, project_ids, groups }: Member): MemberForm {
  return { name, email: email ?? "", role, project_ids, groups: groups.join(", ") };
}

/** The request body for the form. */
export function bodyOf({ name, email, role, project_ids, groups }: MemberForm) {
  return {
    name: name.trim() === "" ? email : name.trim(),
    email: email.trim() === "" ? null : email.trim(),
    role,
    project_ids: project_ids === null ? null : [...project_ids],
    groups: groupsIn(groups),
  };
}

/** The distinct names of groups in a comma-separated text. */
export function groupsIn(text: string): string[] {
  const parts = text.split(",").map((group) => group.trim());
  return [...new Set(parts.filter((group) => group !== ""))];
}
