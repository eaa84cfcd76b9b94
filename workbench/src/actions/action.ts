import type { strings } from "#strings/actions.ts";

/** What the list of keys has under one heading. */
export type Group = keyof typeof strings.groups;

/** An action of the user, shared by a button, a key, the palette and tests. */
export interface Action {
  /** A stable name, such as `image.draw-box`. */
  readonly id: string;
  /** The group in the list of keys, if it is not the first part of the id. */
  readonly group?: Group;
  /** The text of the button and in the palette. */
  readonly title: string;
  /**
   * Keys such as `Ctrl+Shift+Z`, `KeyB` or `]`: modifiers, then a typed character or the `code` of a key. `Ctrl` is
   * Cmd on a Mac.
   */
  readonly keys: readonly string[];
  /** A key that is held down runs it once. */
  readonly isOnce?: boolean;
  readonly isEnabled?: () => boolean;
  readonly run: () => void;
}

/** The part of a keyboard event that matters. */
export interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether a pressed key matches; Shift is ignored for a sign, which some keyboards need Shift to type. */
export function isPressed(meant: string, pressed: Pressed): boolean {
  const parts = meant.split("+");
  const key = /(^|\+)\+$/.test(meant) ? "+" : (parts.at(-1) ?? "");
  const wants = (modifier: string) => parts.slice(0, -1).includes(modifier);
  if (wants("Ctrl") !== (pressed.ctrlKey || pressed.metaKey) || wants("Alt") !== pressed.altKey) return false;
  const isPlace = isPlaceKey(key);
  const isLetter = /^[a-z]$/i.test(key);
  if ((isPlace || isLetter) && wants("Shift") !== pressed.shiftKey) return false;
  if (isPlace) return pressed.code === key || pressed.key === key;
  const isTyped = pressed.key.toLowerCase() === key.toLowerCase();
  return isTyped || (pressed.altKey && !ASCII.test(pressed.key) && pressed.code === codeOf(key));
}

/** Whether a name is that of a place on the keyboard, or of a key that types nothing. */
export function isPlaceKey(key: string): boolean {
  return /^(Key[A-Z]|Digit\d|Arrow\w+|Space|Enter|Escape|Backspace|Delete|F\d+|Numpad.*)$/.test(key);
}

/** With Option a Mac types other characters, so the `code` tells the key. */
const ASCII = /^[ -~]$/;

function codeOf(key: string): string {
  return { ".": "Period", ",": "Comma" }[key] ?? `Key${key.toUpperCase()}`;
}

/** The actions in a group that is not that of their ids. */
export function inGroup(group: Group, actions: readonly Action[]): readonly Action[] {
  return actions.map((action) => ({ ...action, group }));
}

/** The keys that two actions of one scope share; a test expects none. */
export function sharedKeys(actions: readonly Action[]): readonly string[] {
  const keys = actions.flatMap((action) => action.keys.map((key) => key.toLowerCase()));
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))];
}
