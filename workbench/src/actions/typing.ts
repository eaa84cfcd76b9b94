import type { Pressed } from "./action.ts";

/** What decides whether a key that is pressed in a field belongs to the field. */
export interface TypedField {
  /** A checkbox, a radio button or a slider. */
  readonly isChoice: boolean;
  /** A form sends it: it is no part of the answer that is undone and submitted. */
  readonly isInForm: boolean;
}

/** Moves the caret or changes the text, alone and with Ctrl or Cmd. */
const EDITS = /^(Arrow\w+|Home|End|Backspace|Delete|[acvx])$/i;

/** Of the text alone where the text is no part of the answer. */
const UNDOES = /^[zy]$/i;

/** Whether a key that is pressed in a field is the field's own and calls no action. */
export function isOfField(pressed: Pressed, { isChoice, isInForm }: TypedField): boolean {
  const { key } = pressed;
  if (isChoice) return !isCommand(pressed) && (key.length > 1 || key === " ") && key !== "Escape";
  return !isCommand(pressed) || EDITS.test(key) || (isInForm && UNDOES.test(key));
}

/** With Ctrl, Cmd or a function key; a pressed button would keep Ctrl+Enter to itself otherwise. */
export function isCommand({ ctrlKey, metaKey, key }: Pressed): boolean {
  return ctrlKey || metaKey || /^F\d+$/.test(key);
}
