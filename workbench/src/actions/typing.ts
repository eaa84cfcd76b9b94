import type { Pressed } from "./action.ts";

/** What decides whether a key belongs to the focused field. */
export interface TypedField {
  /** A checkbox, a radio button or a slider. */
  readonly isChoice: boolean;
  /** The field belongs to a form that is sent, not to the answer. */
  readonly isInForm: boolean;
}

/** Keys that move the caret or change the text, also with Ctrl or Cmd. */
const EDITS = /^(Arrow\w+|Home|End|Backspace|Delete|[acvx])$/i;

/** Keys that belong to the text only if it is not part of the answer. */
const UNDOES = /^[zy]$/i;

/** Whether a key belongs to the focused field and triggers no action. */
export function isOfField(pressed: Pressed, { isChoice, isInForm }: TypedField): boolean {
  const { key, altKey } = pressed;
  if (isChoice) return !isCommand(pressed) && (key.length > 1 || key === " ") && key !== "Escape";
  if (altKey && /^[a-z]$/i.test(key)) return false; // types nothing; with Option a Mac types another sign
  return !isCommand(pressed) || EDITS.test(key) || (isInForm && UNDOES.test(key));
}

/** Whether the key has Ctrl, Cmd or is a function key; a focused button would otherwise keep Ctrl+Enter. */
export function isCommand({ ctrlKey, metaKey, key }: Pressed): boolean {
  return ctrlKey || metaKey || /^F\d+$/.test(key);
}
