import { editsBetween } from "../drafts/choose.ts";
import { type AnswerDocument, applied, type Change, type Edit, type Entries } from "../drafts/document.ts";
import { Listeners } from "../listeners.ts";

/** An answer to look at. */
export interface Looked {
  readonly entries: Entries<unknown>;
  /** The answers of several people in one: a change takes only what it changes, not all of them. */
  readonly isMany: boolean;
}

/** The document of an editor that shows the own answer, or another one that becomes the own once it is changed. */
export interface ShownAnswer extends AnswerDocument<unknown> {
  /** Shows an answer to look at; null shows the own one. */
  readonly show: (looked: Looked | null) => void;
}

/**
 * A document that shows `first` at the beginning. The editor keeps it from one answer to the next, with its zoom and its tool. A change
 * goes to `own`, which is then shown, and so does every other change of `own`, such as an undo; `onOwn` is called before.
 */
export function createShownAnswer(
  own: AnswerDocument<unknown>,
  first: Looked | null,
  onOwn: () => void,
): ShownAnswer {
  let looked = first;
  const listeners = new Listeners<[change: Change<unknown>]>();
  const entries = () => looked?.entries ?? own.entries();

  function show(next: Looked | null, name = ""): void {
    const before = entries();
    looked = next;
    const edits = editsBetween(before, entries());
    if (edits.length > 0) listeners.notify({ name, edits });
  }

  function showOwn(name: string): void {
    onOwn();
    show(null, name);
  }

  own.subscribe((change) => {
    if (looked === null) listeners.notify(change);
    else showOwn(change.name);
  });

  return {
    ...own,
    entries,
    subscribe: listeners.subscribe,
    show: (next) => show(next),
    apply(change) {
      if (looked === null) return own.apply(change);
      own.apply({ name: change.name, edits: takenEdits(looked, change.edits, own.entries()) });
      if (looked !== null) showOwn(change.name); // the change made what the own answer is already
    },
  };
}

/** The edits that make a changed answer, or the changed part of several, one's own. */
function takenEdits(
  { entries, isMany }: Looked,
  edits: readonly Edit<unknown>[],
  own: Entries<unknown>,
): readonly Edit<unknown>[] {
  if (!isMany) return editsBetween(own, applied(entries, edits));
  return edits
    .map(({ key, after }) => ({ key, before: own.get(key), after }))
    .filter(({ before, after }) => before !== after);
}
