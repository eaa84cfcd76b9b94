import { ServiceError } from "./errors.ts";

export const PROJECT_STATUSES = ["active", "paused", "archived"] as const;

/** `paused` takes no new batches and claims; `archived` is as that, and hidden from lists. */
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

const NEXT: Record<ProjectStatus, readonly ProjectStatus[]> = {
  active: ["paused", "archived"],
  paused: ["active", "archived"],
  archived: ["active"],
};

/** Throws `invalid_state` where a project cannot go from `from` to `to`; to stay where it is, it can. */
export function assertStatusChange(from: ProjectStatus, to: ProjectStatus): void {
  if (to === from || NEXT[from].includes(to)) return;
  const allowed = NEXT[from].join(" or ");
  throw new ServiceError("invalid_state", `a project that is ${from} can become ${allowed}, not ${to}`);
}
