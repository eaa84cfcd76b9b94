import { Listeners } from "../listeners.ts";

/** An entry before and after a change; undefined means absent. */
export interface Edit<Entry> {
  readonly key: string;
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
}

/** One change to an answer; the name is used by undo and announced to screen readers. */
export interface Change<Entry> {
  readonly name: string;
  readonly edits: readonly Edit<Entry>[];
}

/** The parts of an answer by key in the order of creation: objects, spans, a label, fields. */
export type Entries<Entry> = ReadonlyMap<string, Entry>;

/** An answer under construction: its entries and the history of changes. */
export interface AnswerDocument<Entry> {
  readonly entries: () => Entries<Entry>;
  /** Applies a change and clears the redo list; a change without edits is ignored. */
  readonly apply: (change: Change<Entry>) => void;
  /** Undoes the last change; returns its name, or undefined if there is none. */
  readonly undo: () => string | undefined;
  readonly redo: () => string | undefined;
  readonly canUndo: () => boolean;
  readonly canRedo: () => boolean;
  /** `ask` returns a message about unfinished work, or null; the result unregisters it. */
  readonly onFinish: (ask: () => string | null) => () => void;
  /** A message about what must be finished or discarded before the submit, or null. */
  readonly unfinished: () => string | null;
  /** Calls the watcher after each change, including undone ones, with the edits made; returns a function that stops. */
  readonly subscribe: (watcher: (change: Change<Entry>) => void) => () => void;
}

/** Creates a document with these entries. Entries are never mutated, so drawings of them can be cached. */
export function createDocument<Entry>(begin: Iterable<readonly [string, Entry]>): AnswerDocument<Entry> {
  let entries: Entries<Entry> = new Map(begin);
  const done: Change<Entry>[] = [];
  const undone: Change<Entry>[] = [];
  const listeners = new Listeners<[change: Change<Entry>]>();
  const askers = new Set<() => string | null>();

  function perform(change: Change<Entry>): void {
    entries = applied(entries, change.edits);
    listeners.notify(change);
  }

  function move(
    from: Change<Entry>[],
    to: Change<Entry>[],
    direct: typeof inverse<Entry>,
  ): string | undefined {
    const change = from.pop();
    if (change === undefined) return undefined;
    to.push(change);
    perform(direct(change));
    return change.name;
  }

  return {
    entries: () => entries,
    apply(change) {
      if (change.edits.length === 0) return;
      done.push(change);
      undone.length = 0;
      perform(change);
    },
    undo: () => move(done, undone, inverse),
    redo: () => move(undone, done, (change) => change),
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
    onFinish(ask) {
      askers.add(ask);
      return () => askers.delete(ask);
    },
    unfinished: () => [...askers].map((ask) => ask()).find((said) => said !== null) ?? null,
    subscribe: listeners.subscribe,
  };
}

/** The change that reverts `change`. */
export function inverse<Entry>({ name, edits }: Change<Entry>): Change<Entry> {
  return {
    name,
    edits: edits.map(({ key, before, after }) => ({ key, before: after, after: before })).reverse(),
  };
}

/** The entries after some edits; a restored entry goes to the end. */
export function applied<Entry>(entries: Entries<Entry>, edits: readonly Edit<Entry>[]): Entries<Entry> {
  const next = new Map(entries);
  for (const { key, after } of edits) {
    if (after === undefined) next.delete(key);
    else next.set(key, after);
  }
  return next;
}
