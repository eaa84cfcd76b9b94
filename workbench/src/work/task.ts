import type { components } from "@assay/sdk/schema.ts";

export type Task = components["schemas"]["Task"];
export type TaskKind = Task["kind"];
export type Guidelines = components["schemas"]["Guidelines"];

export const TASK_KINDS: readonly TaskKind[] = ["annotate", "audit", "adjudicate"];

/** Which work is claimed. */
export interface WorkScope {
  readonly project?: string;
  readonly batch?: string;
  readonly kinds: readonly TaskKind[];
}

/** Where an answer belongs: an item that is claimed again in the same round has another task. */
export function draftPlaceOf({ item, kind, round }: Task): string {
  return `${item.id} ${kind} ${round}`;
}

/** What the item is called on the screen. */
export function titleOf({ item }: Task): string {
  const { external_id, file, line } = item;
  return external_id ?? (line === null ? file.filename : `${file.filename} · ${line}`);
}

/** Whether an auditor is shown the label: to accept it, or to correct it. */
export function isVerified({ kind, item }: Task): boolean {
  return kind === "audit" && item.label !== null;
}

/** Whether an auditor answers anew, and is shown nothing of what others said. */
export function isBlind(task: Task): boolean {
  return task.kind === "audit" && !isVerified(task);
}

/** The scope that an address names: `kinds` as a list with commas; none of them stands for all. */
export function readScope(search: Readonly<Record<string, unknown>>): WorkScope {
  const { project, batch, kinds } = search;
  const named = Array.isArray(kinds) ? kinds : String(kinds ?? "annotate").split(",");
  const known = TASK_KINDS.filter((kind) => named.includes(kind));
  return {
    ...(typeof project === "string" ? { project } : {}),
    ...(typeof batch === "string" ? { batch } : {}),
    kinds: known.length === 0 ? TASK_KINDS : known,
  };
}
