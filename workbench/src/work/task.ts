import type { components } from "@assay/sdk/schema.ts";

export type Task = components["schemas"]["Task"];
export type TaskKind = Task["kind"];

export const TASK_KINDS: readonly TaskKind[] = ["annotate", "audit", "adjudicate"];

/** The tasks to claim. */
export interface WorkScope {
  readonly project?: string;
  readonly batch?: string;
  readonly kinds: readonly TaskKind[];
}

/** Identifies a draft: an item that is claimed again in the same round has another task id. Training has drafts of its own. */
export function draftPlaceOf({ item, kind, round, is_training }: Task): string {
  return `${item.id} ${is_training ? "training" : kind} ${round}`;
}

/** The name of the item on the screen. */
export function titleOf({ item }: Task): string {
  const { external_id, file, line } = item;
  return external_id ?? (line === null ? file.filename : `${file.filename} · ${line}`);
}

/** Whether the auditor sees the label, to accept or correct it. */
export function isVerified({ kind, item }: Task): boolean {
  return kind === "audit" && item.label !== null;
}

/** Whether the audit is blind: the auditor answers without seeing other answers. */
export function isBlind(task: Task): boolean {
  return task.kind === "audit" && !isVerified(task);
}

/** The scope in an address: `kinds` is a comma-separated list; if it is absent, all kinds. */
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
