import { type KeyboardEvent, type RefObject, useRef } from "react";
import { strings } from "#strings/editors/fields.ts";
import { useActions } from "../../actions/use-actions.ts";

/** The key that goes to the questions, and from there to the next object with an open one. */
export const GO_KEY = "Shift+Q";

/**
 * Answers questions by keys: one key goes to the first question without an answer, a digit chooses an option of the question that has the
 * focus and goes on to the next, and after the last the focus is where it was before. Returns what handles the keys pressed in the panel.
 */
export function useQuickAnswers(panel: RefObject<HTMLElement | null>, isReadOnly: boolean) {
  const from = useRef<HTMLElement>(null);
  const isInside = () => panel.current?.contains(document.activeElement) === true;
  const focusOpen = (): boolean => {
    const open = panel.current?.querySelector<HTMLElement>(
      "[data-unanswered] :is(input,textarea,select,button)",
    );
    open?.focus();
    return open !== undefined && open !== null;
  };
  const go = () => {
    const { activeElement } = document;
    const wasInside = isInside();
    if (!wasInside && activeElement instanceof HTMLElement) from.current = activeElement;
    if (!wasInside && focusOpen()) return;
    panel.current?.querySelector<HTMLElement>("[data-next-open] button")?.click();
    setTimeout(() => focusOpen() || panel.current?.querySelector<HTMLElement>("input")?.focus()); // once the object is shown
  };
  useActions(isReadOnly ? [] : [{ id: "questions.go", title: strings.go, keys: [GO_KEY], run: go }]);
  return (event: KeyboardEvent<HTMLElement>) => {
    const option = isReadOnly ? undefined : optionFor(event);
    const isBack = event.key === "Escape" && from.current !== null;
    if (option === undefined && !isBack) return;
    event.preventDefault();
    event.stopPropagation(); // outside the questions digits give labels
    if (isBack) from.current?.focus();
    option?.click();
    if (option?.type === "radio") setTimeout(() => focusOpen() || from.current?.focus()); // once the answer is drawn
  };
}

/** The option of the focused question that a digit chooses. */
function optionFor({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): HTMLInputElement | undefined {
  if (ctrlKey || metaKey || altKey || !(target instanceof HTMLInputElement)) return undefined;
  if (!["radio", "checkbox"].includes(target.type)) return undefined;
  const options = [...(target.closest("[role]")?.querySelectorAll("input") ?? [])];
  return options.find(({ value }) => value === key) ?? options[Number(key) - 1];
}
