import { useSyncExternalStore } from "react";
import type { AnswerDocument, Entries } from "../drafts/document.ts";

/** The current entries of an answer; re-renders after each change. */
export function useEntries(document: AnswerDocument<unknown>): Entries<unknown> {
  return useSyncExternalStore(document.subscribe, document.entries);
}

/** Applies one undoable change: the new value of each key, or undefined to remove it. */
export function change(
  document: AnswerDocument<unknown>,
  name: string,
  after: Iterable<readonly [string, unknown]>,
): void {
  const entries = document.entries();
  const edits = [...after].map(([key, value]) => ({ key, before: entries.get(key), after: value }));
  document.apply({ name, edits: edits.filter((edit) => edit.before !== edit.after) });
}

/** An unused key: the prefix and a number. */
export function freeKey(entries: Entries<unknown>, prefix: string): string {
  return freeKeys(entries, prefix).next().value;
}

/** Unused keys without end, each once. */
export function* freeKeys(entries: Entries<unknown>, prefix: string): Generator<string, never> {
  for (let number = entries.size + 1; ; number += 1) {
    const key = `${prefix}${number}`;
    if (!entries.has(key)) yield key;
  }
}
