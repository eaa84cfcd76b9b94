import type { Action, Pressed } from "./action.ts";
import { isPlaceKey } from "./action.ts";

/** Where this browser keeps the keys that its user chose, by the id of the action. */
const KEPT = "assay-keys";

type OwnKeys = Readonly<Record<string, readonly string[]>>;

let own: OwnKeys | undefined;

/** The keys of an action: the user's own, else the usual ones. */
export function keysOf({ id, keys }: Pick<Action, "id" | "keys">): readonly string[] {
  return ownKeys()[id] ?? keys;
}

/** The first key of the action with an id, whose usual key is `key`, for a button to show; empty if the user left it none. */
export function keyOf(id: string, key: string): string {
  return keysOf({ id, keys: [key] })[0] ?? "";
}

/** Gives an action other keys; undefined gives it the usual ones back. */
export function setKeys(id: string, keys: readonly string[] | undefined): void {
  const { [id]: _before, ...rest } = ownKeys();
  own = keys === undefined ? rest : { ...rest, [id]: keys };
  localStorage.setItem(KEPT, JSON.stringify(own));
}

export function resetKeys(): void {
  own = {};
  localStorage.removeItem(KEPT);
}

export function hasOwnKeys(): boolean {
  return Object.keys(ownKeys()).length > 0;
}

function ownKeys(): OwnKeys {
  own ??= parsed(typeof localStorage === "undefined" ? null : localStorage.getItem(KEPT));
  return own;
}

/** What is not a list of keys is left out: other versions may have written it. */
function parsed(text: string | null): OwnKeys {
  const kept: unknown = text === null ? {} : JSON.parse(text);
  const entries = typeof kept === "object" && kept !== null ? Object.entries(kept) : [];
  return Object.fromEntries(
    entries.flatMap(([id, keys]): [string, string[]][] =>
      Array.isArray(keys) && keys.every((key) => typeof key === "string") ? [[id, keys]] : [],
    ),
  );
}

/** The pressed key in the notation of `Action`; undefined for a modifier alone and for keys that cannot be changed. */
export function notationOf(pressed: Pressed): string | undefined {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (/^(Control|Shift|Alt|Meta|AltGraph|Dead|Process|CapsLock|Tab|Unidentified)$/.test(key))
    return undefined;
  const isLetter = /^[a-z]$/i.test(key);
  const place = [code, key].find(isPlaceKey);
  // A letter counts as it is typed, except with Option, with which a Mac types other characters.
  const isSign = !isLetter && (place === undefined || (/^Key/.test(place) && !altKey));
  const name = isLetter ? key.toUpperCase() : isSign ? key : (place ?? key).replace(/^Key/, "");
  const isShifted = shiftKey && !isSign; // some keyboards need Shift to type a sign
  const modifiers = [ctrlKey || metaKey ? "Ctrl" : "", altKey ? "Alt" : "", isShifted ? "Shift" : ""];
  return [...modifiers.filter((modifier) => modifier !== ""), name].join("+");
}
