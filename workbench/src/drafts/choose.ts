import { applied, type Change, type Edit, type Entries } from "./document.ts";
import type { KeptWork } from "./store.ts";

type Pairs = readonly (readonly [string, unknown])[];

/** The workbench's draft on the server: the entries, and which local changes they include. */
export interface ServerDraft {
  readonly log: string;
  readonly seq: number;
  readonly entries: Pairs;
}

/** The workbench's own draft; undefined if there is none or another tool saved it. */
export function readServerDraft(draft: unknown): ServerDraft | undefined {
  if (typeof draft !== "object" || draft === null) return undefined;
  const { log, seq, entries } = draft as Partial<Record<keyof ServerDraft, unknown>>;
  if (typeof log !== "string" || typeof seq !== "number" || !Array.isArray(entries)) return undefined;
  return { log, seq, entries };
}

/** The initial state of an answer. */
export interface Opening {
  readonly log: string;
  readonly seq: number;
  readonly entries: Pairs;
  /** The local changes that the server does not have, to apply to `entries`. */
  readonly restored: readonly Change<unknown>[];
  /** The answer continues local work that the server does not have completely. */
  readonly isAhead: boolean;
  /** The server's version, if it was meanwhile saved elsewhere; both are kept until the user chooses. */
  readonly theirs: Pairs | null;
}

/**
 * Chooses between the server's draft and the changes kept in this browser. Changes of the draft's own log continue
 * from the server's version; a draft that came from elsewhere since is a conflict. `fresh` names a new log; `first`
 * is the initial answer.
 */
export function chooseOpening(
  task: { readonly draft: unknown; readonly revision: number },
  kept: KeptWork | undefined,
  { first, fresh }: { readonly first: Pairs; readonly fresh: string },
): Opening {
  const saved = readServerDraft(task.draft);
  const entries = saved?.entries ?? first;
  const opened = { log: fresh, seq: 0, entries, restored: [], isAhead: false, theirs: null };
  if (kept === undefined) return opened;
  const { draft, changes } = kept;
  const { log } = draft;
  // the server lost a draft that it had, for example after another claim of the item: restore it from here
  const isGone = task.draft === null && draft.seq > 0;
  if (changes.length === 0 && !isGone) return opened;
  const after = (seq: number) => changes.filter((change) => change.seq > seq).map(({ change }) => change);
  const seq = changes.at(-1)?.seq ?? draft.seq;
  if (saved?.log === log)
    return {
      log,
      seq,
      entries,
      restored: after(saved.seq),
      isAhead: after(saved.seq).length > 0,
      theirs: null,
    };
  const isOurs = saved === undefined || task.revision === draft.revision;
  const restored = after(draft.seq);
  return { log, seq, entries: draft.base, restored, isAhead: true, theirs: isOurs ? null : saved.entries };
}

/** The edits that turn one answer into another. */
export function editsBetween(from: Entries<unknown>, to: Entries<unknown>): Edit<unknown>[] {
  const gone = [...from].filter(([key]) => !to.has(key));
  const put = [...to].filter(([key, after]) => !isSameJson(from.get(key), after));
  return [
    ...gone.map(([key, before]) => ({ key, before, after: undefined })),
    ...put.map(([key, after]) => ({ key, before: from.get(key), after })),
  ];
}

/** Whether two values are the same, or the same as JSON. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** The entries after all changes. */
export function withChanges(entries: Pairs, changes: readonly Change<unknown>[]): Entries<unknown> {
  return changes.reduce<Entries<unknown>>((all, { edits }) => applied(all, edits), new Map(entries));
}
