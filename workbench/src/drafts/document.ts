import { Listeners } from "../listeners.ts";

/** One entry of an answer before and after a change; undefined where it is not there. */
export interface Edit<Entry> {
  readonly key: string;
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
}

/** What one action of a person does to an answer, under the name that the undo menu and a live region say. */
export interface Change<Entry> {
  readonly name: string;
  readonly edits: readonly Edit<Entry>[];
}

/** The parts of an answer by key, in the order in which they came: objects, spans, a label, fields. */
export type Entries<Entry> = ReadonlyMap<string, Entry>;

/** An answer that is being made: its parts, and what was done to them. */
export interface AnswerDocument<Entry> {
  readonly entries: () => Entries<Entry>;
  /** Does a change and forgets what was undone; one without edits is none. */
  readonly apply: (change: Change<Entry>) => void;
  /** Takes the last change back; gives its name, undefined where there is none. */
  readonly undo: () => string | undefined;
  readonly redo: () => string | undefined;
  readonly canUndo: () => boolean;
  readonly canRedo: () => boolean;
  /** `ask` says what is begun and no part of the answer yet, null where nothing is; gives what stops that. */
  readonly onFinish: (ask: () => string | null) => () => void;
  /** What must be finished or discarded before the answer can be submitted, in words; null where nothing must. */
  readonly unfinished: () => string | null;
  /** Tells of each change, undone ones included, as what was done to the entries; gives what stops that. */
  readonly subscribe: (watcher: (change: Change<Entry>) => void) => () => void;
}

/** An answer that begins with `entries`; whatever is in them is never mutated, so that pictures of them can be kept. */
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

/** The change that takes `change` back. */
export function inverse<Entry>({ name, edits }: Change<Entry>): Change<Entry> {
  return {
    name,
    edits: edits.map(({ key, before, after }) => ({ key, before: after, after: before })).reverse(),
  };
}

/** The entries after some edits; an entry that is put back where it had been comes last. */
export function applied<Entry>(entries: Entries<Entry>, edits: readonly Edit<Entry>[]): Entries<Entry> {
  const next = new Map(entries);
  for (const { key, after } of edits) {
    if (after === undefined) next.delete(key);
    else next.set(key, after);
  }
  return next;
}
