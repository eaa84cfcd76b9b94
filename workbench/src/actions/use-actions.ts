import { createContext, type RefObject, use, useLayoutEffect, useRef, useState } from "react";
import { type Action, isPressed } from "./action.ts";
import { keysOf } from "./own-keys.ts";
import { isCommand, isOfField } from "./typing.ts";

interface Scope {
  /** Components are numbered at their first render, so nested components have higher numbers. */
  readonly number: number;
  actions: readonly Action[];
  readonly isInDialog: boolean;
  readonly within: RefObject<HTMLElement | null> | null;
}

/**
 * The element that must have the focus for the keys of the components inside; null if their keys work on the whole page.
 * A page that shows an editor among other things leaves its keys to the browser.
 */
export const KeysWithin = createContext<RefObject<HTMLElement | null> | null>(null);

let count = 0;

/** The open scopes, innermost last; the keys of inner scopes take precedence. */
const scopes: Scope[] = [];

/** All enabled actions for the palette, those of the innermost scope first. */
export function openActions(): readonly Action[] {
  return scopes.toReversed().flatMap(({ actions }) => actions);
}

/**
 * Opens a scope of actions while the component is mounted. Its keys work except while typing; while a dialog is open
 * only the keys of `isInDialog` scopes work.
 */
export function useActions(actions: readonly Action[], isInDialog = false): void {
  const [number] = useState(() => count++);
  const within = use(KeysWithin);
  const scope = useRef<Scope>({ number, actions, isInDialog, within });
  scope.current.actions = actions;
  // before the browser paints: what is to be seen has its keys
  useLayoutEffect(() => {
    const mine = scope.current;
    scopes.push(mine); // effects run from the inside out
    scopes.sort((one, other) => one.number - other.number);
    return () => void scopes.splice(scopes.indexOf(mine), 1);
  }, []);
}

function act(event: KeyboardEvent): void {
  if (event.isComposing || event.defaultPrevented || sendForm(event)) return;
  const field = fieldOf(event);
  const isCovered = document.querySelector("[role=dialog]") !== null;
  if (field !== undefined && isOfField(event, field)) {
    if (event.key === "Escape" && !field.isInForm && !isCovered) leave(event);
    return;
  }
  const action = scopes
    .toReversed()
    .filter(({ isInDialog }) => isInDialog || !isCovered)
    .filter(({ within }) => within === null || within.current?.contains(document.activeElement))
    .flatMap(({ actions }) => actions)
    .find((each) => keysOf(each).some((key) => isPressed(key, event)) && each.isEnabled?.() !== false);
  const isMeantForScreen = isCovered && isCommand(event) && /^(Enter| )$/.test(event.key);
  if (action === undefined && !isMeantForScreen) return; // a disabled action leaves its key to others
  event.preventDefault();
  event.stopPropagation(); // a button in a dialog does not get the keys of the screen behind it
  if (!(event.repeat && action?.isOnce)) action?.run();
}

/** Escape leaves a text of the answer: single keys are the editor's again. */
function leave({ target }: KeyboardEvent): void {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.blur();
}

/** The field that has the focus, and whether a form sends it. */
function fieldOf({ target }: KeyboardEvent) {
  if (!(target instanceof HTMLElement)) return undefined;
  const field = target.closest<HTMLInputElement>("input, textarea, select, [contenteditable=true]");
  if (field === null) return undefined;
  const isChoice = field.matches("[type=checkbox], [type=radio], [type=range]");
  return { isChoice, isInForm: target.closest("form") !== null, form: field.form, value: field.value };
}

/** Ctrl+Enter sends the form of the focused field, such as a comment, not the answer behind it. */
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
