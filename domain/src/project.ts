import { ServiceError } from "./errors.ts";

export const PROJECT_STATUSES = ["active", "paused", "archived"] as const;

/** `paused` takes no new batches and claims; `archived` is as that, and hidden from lists. */
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

const ALLOWED: Record<ProjectStatus, readonly ProjectStatus[]> = {
  active: ["paused", "archived"],
  paused: ["active", "archived"],
  archived: ["active"],
};

/** `to` where a project may go there from `from`, or is there already; else throws `invalid_state`. */
export function nextProjectStatus(from: ProjectStatus, to: ProjectStatus): ProjectStatus {
  if (to !== from && !ALLOWED[from].includes(to)) {
    const allowed = ALLOWED[from].join(" or ");
    throw new ServiceError("invalid_state", `a project that is ${from} can become ${allowed}, not ${to}`);
  }
  return to;
}
