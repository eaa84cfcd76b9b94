import { strings } from "#strings/actions.ts";
import type { Action } from "./action.ts";
import { keyName } from "./key-name.ts";
import { keysOf } from "./own-keys.ts";

/** The actions of a heading by their titles: an action in several directions has one title. */
export type KeyRows = ReadonlyMap<string, readonly Action[]>;

/** The actions by headings, in the order of the headings; only those whose heading, title or key has the `sought` words. */
export function keyList(actions: readonly Action[], sought: string): ReadonlyMap<string, KeyRows> {
  const isSought = (action: Action) =>
    hasWords([headingOf(action), action.title, ...keysOf(action).map(keyName)], sought);
  const found = Map.groupBy(actions.filter(isSought), headingOf);
  const headings = [...new Set(Object.values(strings.groups))];
  return new Map(
    headings.flatMap((heading): [string, KeyRows][] => {
      const rows = found.get(heading);
      return rows === undefined ? [] : [[heading, Map.groupBy(rows, ({ title }) => title)]];
    }),
  );
}

/**
 * The enabled actions whose names have all the words; first those where every word begins one of the name. Of several with one
 * id, the first: it has the keys too.
 */
export function findActions(actions: readonly Action[], words: string): readonly Action[] {
  const wanted = words.trim().toLowerCase().split(/\s+/);
  const hasAll = ({ title }: Action, before = "") =>
    wanted.every((word) => `${before}${title.toLowerCase()}`.includes(`${before}${word}`));
  const enabled = actions.filter((action) => action.isEnabled?.() !== false && hasAll(action));
  return [...Map.groupBy(enabled, ({ id }) => id).values()]
    .flatMap(([first]) => first ?? [])
    .toSorted((one, other) => Number(hasAll(other, " ")) - Number(hasAll(one, " ")));
}

/** Whether one of the texts has the sought words, in any case. */
export function hasWords(texts: readonly string[], sought: string): boolean {
  return texts.some((text) => text.toLowerCase().includes(sought.trim().toLowerCase()));
}

function headingOf({ id, group }: Action): string {
  const groups: Readonly<Record<string, string>> = strings.groups;
  return groups[group ?? id.split(".")[0] ?? ""] ?? strings.groups.other;
}
