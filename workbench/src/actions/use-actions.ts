import { useEffect, useRef, useState } from "react";
import { type Action, isPressed } from "./action.ts";

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
  if (event.isComposing || event.defaultPrevented || isTyping(event)) return;
  const isCovered = document.querySelector("[role=dialog]") !== null;
  const action = scopes
    .toReversed()
    .filter(({ isInDialog }) => isInDialog || !isCovered)
    .flatMap(({ actions }) => actions)
    .find(({ keys, isEnabled }) => keys.some((key) => isPressed(key, event)) && isEnabled?.() !== false);
  const isMeantForScreen = isCovered && isForActions(event) && /^(Enter| )$/.test(event.key);
  if (action === undefined && !isMeantForScreen) return; // an action that cannot be taken leaves its key to others
  event.preventDefault();
  event.stopPropagation(); // no button of a dialog takes the key of what it covers
  action?.run();
}

/**
 * In a field letters are text, and what is ticked or slid has its own Space and arrows; what is pressed with Ctrl or as
 * a function key is still an action.
 */
function isTyping(event: KeyboardEvent): boolean {
  if (isForActions(event) || !(event.target instanceof HTMLElement)) return false;
  const field = event.target.closest("input, textarea, select, [contenteditable=true]");
  if (field === null) return false;
  const isChoice = field.matches("[type=checkbox], [type=radio], [type=range]");
  return !isChoice || event.key.length > 1 || event.key === " ";
}

/** With Ctrl, or as a function key, no widget means anything else: a pressed button would keep Ctrl+Enter to itself. */
function isForActions({ ctrlKey, metaKey, key }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || /^F\d+$/.test(key);
}

document.addEventListener("keydown", (event) => isForActions(event) && act(event), { capture: true });
document.addEventListener("keydown", act);
