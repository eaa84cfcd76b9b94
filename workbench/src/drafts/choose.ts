import { applied, type Change, type Edit, type Entries } from "./document.ts";
import type { KeptWork } from "./store.ts";

type Pairs = readonly (readonly [string, unknown])[];

/** A draft as the workbench keeps it on the server: the entries, and which changes of which row are in them. */
export interface ServerDraft {
  readonly log: string;
  readonly seq: number;
  readonly entries: Pairs;
}

/** The workbench's own draft; undefined for one that another tool kept, and where there is none. */
export function readServerDraft(draft: unknown): ServerDraft | undefined {
  if (typeof draft !== "object" || draft === null) return undefined;
  const { log, seq, entries } = draft as Partial<Record<keyof ServerDraft, unknown>>;
  if (typeof log !== "string" || typeof seq !== "number" || !Array.isArray(entries)) return undefined;
  return { log, seq, entries };
}

/** With what an answer in the making is opened. */
export interface Opening {
  readonly log: string;
  readonly seq: number;
  readonly entries: Pairs;
  /** Changes that the server does not have, to be done to `entries`. */
  readonly restored: readonly Change<unknown>[];
  /** What is opened goes on from what this browser keeps, and the server does not have all of it. */
  readonly isAhead: boolean;
  /** What the server has instead, where somewhere else was saved meanwhile; both are kept until one is chosen. */
  readonly theirs: Pairs | null;
}

/**
 * Chooses between the server's draft and the changes kept in this browser. Those of one row go on from wherever the
 * server is; a draft that came from elsewhere since is a conflict. `fresh` names a new row of changes; `first` is what
 * an answer begins with where nobody has begun.
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
  // a draft that the server had and no longer has, as after another claim of the item, is restored from here
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

/** The edits that make one answer of another. */
export function editsBetween(from: Entries<unknown>, to: Entries<unknown>): Edit<unknown>[] {
  const gone = [...from].filter(([key]) => !to.has(key));
  const put = [...to].filter(([key, after]) => !isSame(from.get(key), after));
  return [
    ...gone.map(([key, before]) => ({ key, before, after: undefined })),
    ...put.map(([key, after]) => ({ key, before: from.get(key), after })),
  ];
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** The entries once all changes are done to them. */
export function withChanges(entries: Pairs, changes: readonly Change<unknown>[]): Entries<unknown> {
  return changes.reduce<Entries<unknown>>((all, { edits }) => applied(all, edits), new Map(entries));
}
