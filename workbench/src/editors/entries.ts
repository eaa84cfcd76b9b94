import { useSyncExternalStore } from "react";
import type { AnswerDocument, Entries } from "../drafts/document.ts";

/** The entries of an answer, shown anew after each change. */
export function useEntries(document: AnswerDocument<unknown>): Entries<unknown> {
  return useSyncExternalStore(document.subscribe, document.entries);
}

/** Does one change under a name: each key with what it has afterwards; undefined takes it away. */
export function change(
  document: AnswerDocument<unknown>,
  name: string,
  after: Iterable<readonly [string, unknown]>,
): void {
  const entries = document.entries();
  const edits = [...after].map(([key, value]) => ({ key, before: entries.get(key), after: value }));
  document.apply({ name, edits: edits.filter((edit) => edit.before !== edit.after) });
}

/** A key that no entry has: the prefix and a number. */
export function freeKey(entries: Entries<unknown>, prefix: string): string {
  let number = entries.size + 1;
  while (entries.has(`${prefix}${number}`)) number += 1;
  return `${prefix}${number}`;
}
