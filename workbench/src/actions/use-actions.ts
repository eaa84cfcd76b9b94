import { useEffect, useRef } from "react";
import { type Action, isPressed } from "./action.ts";

/** Scopes that are open, the innermost last: its keys come first. */
const scopes: { actions: readonly Action[] }[] = [];

/** All actions that can be taken now, the innermost scope's first; what the palette lists. */
export function openActions(): readonly Action[] {
  return scopes.toReversed().flatMap(({ actions }) => actions);
}

/** Opens a scope of actions for as long as the component is shown: their keys work wherever no text is typed. */
export function useActions(actions: readonly Action[]): void {
  const scope = useRef<{ actions: readonly Action[] }>({ actions });
  scope.current.actions = actions;
  useEffect(() => {
    const mine = scope.current;
    scopes.push(mine);
    return () => void scopes.splice(scopes.indexOf(mine), 1);
  }, []);
}

function act(event: KeyboardEvent): void {
  if (event.isComposing || event.defaultPrevented || isTyping(event)) return;
  const action = openActions().find(({ keys }) => keys.some((key) => isPressed(key, event)));
  if (action === undefined) return;
  event.preventDefault();
  if (action.isEnabled?.() !== false) action.run();
}

/** In a field letters are text; what is pressed with Ctrl or as a function key is still an action. */
function isTyping({ target, ctrlKey, metaKey, key }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || /^F\d+$/.test(key)) return false;
  return (
    target instanceof HTMLElement &&
    target.closest("input, textarea, select, [contenteditable=true]") !== null
  );
}

document.addEventListener("keydown", act);
