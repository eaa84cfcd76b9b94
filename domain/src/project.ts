import { ServiceError } from "./errors.ts";

export const PROJECT_STATUSES = ["active", "paused", "archived"] as const;

/** `paused` accepts no new batches and no claims; `archived` is the same, and hidden from lists. */
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

const NEXT: Record<ProjectStatus, readonly ProjectStatus[]> = {
  active: ["paused", "archived"],
  paused: ["active", "archived"],
  archived: ["active"],
};

/**
 * Throws `invalid_state` if a project cannot change from `from` to `to`; keeping the status is always
 * allowed.
 */
export function assertStatusChange(from: ProjectStatus, to: ProjectStatus): void {
  if (to === from || NEXT[from].includes(to)) return;
  const allowed = NEXT[from].join(" or ");
  throw new ServiceError("invalid_state", `a project that is ${from} can become ${allowed}, not ${to}`);
}
