const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];

/** The keys of labels without a hotkey, in the notation of `Action`. */
export const KEYS: readonly string[] = [
  ...DIGITS.map((digit) => `Digit${digit}`),
  ...DIGITS.map((digit) => `Shift+Digit${digit}`),
];

/** The keys of labels in their order, from their hotkeys: a label without one has the next free of `KEYS`, or null if there is none left. */
export function labelKeys(hotkeys: readonly (string | null)[]): readonly (string | null)[] {
  const own = hotkeys.map((hotkey) => (hotkey === null ? null : ownKey(hotkey)));
  const free = KEYS.filter((key) => !own.includes(key));
  return own.map((key) => key ?? free.shift() ?? null);
}

/** A digit means a position on the keyboard, a letter means the typed character. */
function ownKey(hotkey: string): string {
  return /^\d$/.test(hotkey) ? `Digit${hotkey}` : hotkey;
}

/** The key as a button shows it: `1`, `Shift 1` (some fonts lack the arrow ⇧), `Q`. */
export function shownKey(key: string): string {
  const shown = key.replace(/^Shift\+/, "Shift ").replace("Digit", "");
  return shown.length === 1 ? shown.toUpperCase() : shown;
}
