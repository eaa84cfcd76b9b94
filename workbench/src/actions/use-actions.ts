import { useEffect, useRef, useState } from "react";
import { type Action, isPressed } from "./action.ts";
import { isCommand, isOfField } from "./typing.ts";

interface Scope {
  /** Components are numbered as they are first drawn, so that those within others have greater numbers. */
  readonly number: number;
  actions: readonly Action[];
  readonly isInDialog: boolean;
}

let count = 0;

/** Scopes that are open, the innermost last: its keys come first. */
const scopes: Scope[] = [];

/** All actions that can be taken now, the innermost scope's first; what the palette lists. */
export function openActions(): readonly Action[] {
  return scopes.toReversed().flatMap(({ actions }) => actions);
}

/**
 * Opens a scope of actions for as long as the component is shown: their keys work wherever no text is typed, but while
 * a dialog lies over the screen only where they are `isInDialog`.
 */
export function useActions(actions: readonly Action[], isInDialog = false): void {
  const [number] = useState(() => count++);
  const scope = useRef<Scope>({ number, actions, isInDialog });
  scope.current.actions = actions;
  useEffect(() => {
    const mine = scope.current;
    scopes.push(mine); // effects run from the inside out
    scopes.sort((one, other) => one.number - other.number);
    return () => void scopes.splice(scopes.indexOf(mine), 1);
  }, []);
}

function act(event: KeyboardEvent): void {
  if (event.isComposing || event.defaultPrevented || sendForm(event)) return;
  const field = fieldOf(event);
  if (field !== undefined && isOfField(event, field)) return;
  const isCovered = document.querySelector("[role=dialog]") !== null;
  const action = scopes
    .toReversed()
    .filter(({ isInDialog }) => isInDialog || !isCovered)
    .flatMap(({ actions }) => actions)
    .find(({ keys, isEnabled }) => keys.some((key) => isPressed(key, event)) && isEnabled?.() !== false);
  const isMeantForScreen = isCovered && isCommand(event) && /^(Enter| )$/.test(event.key);
  if (action === undefined && !isMeantForScreen) return; // an action that cannot be taken leaves its key to others
  event.preventDefault();
  event.stopPropagation(); // no button of a dialog takes the key of what it covers
  action?.run();
}

/** The field that a key is pressed in, and whether a form sends it. */
function fieldOf({ target }: KeyboardEvent) {
  if (!(target instanceof HTMLElement)) return undefined;
  const field = target.closest<HTMLInputElement>("input, textarea, select, [contenteditable=true]");
  if (field === null) return undefined;
  const isChoice = field.matches("[type=checkbox], [type=radio], [type=range]");
  return { isChoice, isInForm: target.closest("form") !== null, form: field.form, value: field.value };
}

/** Ctrl+Enter sends the form whose field is being filled in, such as a comment, and not the answer behind it. */
function sendForm(event: KeyboardEvent): boolean {
  const { form, value, isChoice } = fieldOf(event) ?? {};
  if (!form || isChoice || !value?.trim() || event.key !== "Enter" || !isCommand(event)) return false;
  event.preventDefault();
  event.stopPropagation();
  form.requestSubmit();
  return true;
}

document.addEventListener("keydown", (event) => isCommand(event) && act(event), { capture: true });
document.addEventListener("keydown", act);
