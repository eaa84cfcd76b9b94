import { isSameJson } from "../drafts/choose.ts";
import type { Edit, Entries } from "../drafts/document.ts";
import type { Subject } from "../editors/answer/answer.ts";

/** The key of the adjudicator's choice that the item has no objects, spans, segments or labels; it is part of the draft. */
export const EMPTY = "adjudication:empty";

const NO_ENTRIES: Entries<unknown> = new Map();

/** Whether the type takes an answer without objects, spans, segments or labels. */
export function takesEmpty({ editor, project, item }: Subject): boolean {
  return editor.missing(NO_ENTRIES, project, item) === null;
}

/** The words for what an answer of the type is a list of; of an answer that is none, those for objects. */
export function wordsFor(
  words: Readonly<Record<string, string>> & { readonly objects: string },
  { editor, item }: Pick<Subject, "editor" | "item">,
): string {
  const [list = ""] = Object.keys(editor.toResult(NO_ENTRIES, item) ?? {});
  return words[list] ?? words.objects;
}

/** Whether the result of these entries is that of no entries. */
export function isEmpty(
  { editor, item }: Pick<Subject, "editor" | "item">,
  entries: Entries<unknown>,
): boolean {
  return isSameJson(editor.toResult(entries, item), editor.toResult(NO_ENTRIES, item));
}

/** Whether an adjudicator has given an answer, at least in part. An empty one is given only once they choose it. */
export function isGiven(subject: Subject, mine: Entries<unknown>): boolean {
  if (!isEmpty(subject, mine)) return true;
  const { editor, project, item } = subject;
  return takesEmpty(subject) ? mine.has(EMPTY) : editor.missing(mine, project, item) === null;
}

/** The entries of an annotator's answer that an adjudicator uses: that it is empty is their choice then. */
export function takenEntries(subject: Subject, theirs: Entries<unknown>): Entries<unknown> {
  return takesEmpty(subject) && isEmpty(subject, theirs) ? new Map([...theirs, [EMPTY, true]]) : theirs;
}

/** The edit that makes an empty answer the adjudicator's choice, or takes that choice back. */
export function emptyEdit(mine: Entries<unknown>): Edit<unknown> {
  const before = mine.get(EMPTY);
  return { key: EMPTY, before, after: before === undefined ? true : undefined };
}
