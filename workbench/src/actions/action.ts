/** One thing that a person can do: the same object behind a button, a key, the palette, undo and a test. */
export interface Action {
  /** Stable, such as `image.draw-box`. */
  readonly id: string;
  /** What the button and the palette say. */
  readonly title: string;
  /**
   * Keys, each as `Ctrl+Shift+Z`, `KeyB` or `]`: modifiers, then a letter or a sign as typed, or a `code` for a place
   * on the keyboard. `Ctrl` is Cmd on a Mac.
   */
  readonly keys: readonly string[];
  readonly isEnabled?: () => boolean;
  readonly run: () => void;
}

/** A key as an event of the keyboard tells of it. */
export interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether a pressed key is the one that is meant; a sign that needs Shift on some keyboard is meant without it. */
export function isPressed(meant: string, pressed: Pressed): boolean {
  const parts = meant.split("+");
  const key = meant.endsWith("++") ? "+" : (parts.at(-1) ?? "");
  const wants = (modifier: string) => parts.slice(0, -1).includes(modifier);
  if (wants("Ctrl") !== (pressed.ctrlKey || pressed.metaKey) || wants("Alt") !== pressed.altKey) return false;
  const isPlace = /^(Key[A-Z]|Digit\d|Arrow\w+|Space|Enter|Escape|Backspace|Delete|F\d+|Numpad.*)$/.test(key);
  const isLetter = /^[a-z]$/i.test(key);
  if ((isPlace || isLetter) && wants("Shift") !== pressed.shiftKey) return false;
  if (isPlace) return pressed.code === key || pressed.key === key;
  const isTyped = pressed.key.toLowerCase() === key.toLowerCase();
  return isTyped || (pressed.altKey && !ASCII.test(pressed.key) && pressed.code === codeOf(key));
}

/** With Option, a Mac types other signs than those on the keys: the place on the keyboard then tells the key. */
const ASCII = /^[ -~]$/;

function codeOf(key: string): string {
  return { ".": "Period", ",": "Comma" }[key] ?? `Key${key.toUpperCase()}`;
}

/** Keys that two actions of one scope share, for a test that wants none. */
export function sharedKeys(actions: readonly Action[]): readonly string[] {
  const keys = actions.flatMap((action) => action.keys.map((key) => key.toLowerCase()));
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))];
}
