import { useSyncExternalStore } from "react";

/** How somebody reads and marks texts. The browser keeps each choice. */
type Choice = "words" | "dense";

const listeners = new Set<() => void>();
const keyOf = (choice: Choice) => `assay-text-${choice}`;

/** Whether selections grow to whole words. */
export function isSnapping(): boolean {
  return isOn("words");
}

/** Whether a choice is made; re-renders when it changes. */
export function useChoice(choice: Choice): boolean {
  return useSyncExternalStore(subscribe, () => isOn(choice));
}

/** Makes a choice, or takes it back. */
export function switchChoice(choice: Choice): void {
  if (isOn(choice)) localStorage.removeItem(keyOf(choice));
  else localStorage.setItem(keyOf(choice), "1");
  for (const listener of listeners) listener();
}

function isOn(choice: Choice): boolean {
  return localStorage.getItem(keyOf(choice)) !== null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
