import type { FocusEvent, KeyboardEvent, RefObject } from "react";
import { strings } from "#strings/editors/fields.ts";
import { useActions } from "../../actions/use-actions.ts";

/** The key that goes to the questions, and from there to the next object with an open one. */
export const GO_KEY = "Shift+Q";

const OPEN = "[data-unanswered] :is(input,textarea,select,button)";

/** Where the focus was before it came to questions. */
let before: HTMLElement | null = null;

/**
 * Answers questions by keys: one key goes to the first question without an answer, a digit chooses an option of the question that has the
 * focus and goes on to the next below without an answer, and Escape goes back to where the focus was before. After the last question the focus stays: outside,
 * the next digit would change a label. Questions about parts of the answer come before those about the whole. Returns the attributes of the panel.
 */
export function useQuickAnswers(
  panel: RefObject<HTMLElement | null>,
  isReadOnly: boolean,
  asksOf: "parts" | "whole" = "whole",
) {
  const isInside = (element: Element | null) => panel.current?.contains(element) === true;
  const openAfter = (question?: Element) =>
    [...(panel.current?.querySelectorAll<HTMLElement>(OPEN) ?? [])].find(
      (control) => question === undefined || isAfter(question, control),
    );
  const focusOpen = (question?: Element): boolean => {
    const open = openAfter(question);
    open?.focus();
    return open !== undefined;
  };
  const leave = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    before?.focus();
  };
  const go = () => {
    const { activeElement } = document;
    const wasInside = isInside(activeElement);
    if (!wasInside && focusOpen()) return;
    const from = wasInside || !(activeElement instanceof HTMLElement) ? before : activeElement;
    panel.current?.querySelector<HTMLElement>("[data-next-open] button")?.click();
    setTimeout(() => {
      if (!focusOpen()) panel.current?.querySelector<HTMLElement>("input")?.focus();
      before = from; // not the button, nor the question that is no longer there
    }); // once the object is shown
  };
  const choose = (option: HTMLInputElement | undefined) => {
    option?.focus();
    option?.click();
    if (option?.type !== "radio") return;
    const question = option.closest("[data-question]") ?? option;
    setTimeout(() => {
      const isLeft = !isInside(document.activeElement); // by an Escape that came first
      if (isLeft || focusOpen(question) || asksOf === "whole") return;
      document.querySelector<HTMLElement>(`[data-asks-of=whole] ${OPEN}`)?.focus();
    }); // once the answer is drawn
  };
  const isEnabled = () => {
    const isInParts = document.activeElement?.closest("[data-asks-of=parts]") != null;
    const isOpen = !isInParts && document.querySelector(`[data-asks-of=parts] ${OPEN}`) !== null;
    return asksOf === "parts" ? isOpen : isInside(document.activeElement) || !isOpen;
  };
  useActions(
    isReadOnly ? [] : [{ id: "questions.go", title: strings.go, keys: [GO_KEY], isEnabled, run: go }],
  );
  return {
    "data-asks-of": asksOf,
    onFocus: ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!isInside(target) || (relatedTarget instanceof Element && relatedTarget.closest("[data-asks-of]")))
        return;
      before = relatedTarget instanceof HTMLElement ? relatedTarget : null;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { target, nativeEvent } = event;
      if (isReadOnly || nativeEvent.isComposing || !(target instanceof HTMLElement)) return;
      if (!isInside(target)) return; // in a list that is open over the panel
      const digit = digitOf(event);
      if (digit === undefined && event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation(); // outside the questions digits give labels
      if (digit === undefined) leave();
      else choose(optionFor(target, digit));
    },
  };
}

function isAfter(question: Element, control: Element): boolean {
  const place = question.compareDocumentPosition(control);
  return (place & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && !question.contains(control);
}

/** The digit that is meant for the focused question, also beyond its options; with Shift, where that does not type one, none of them. */
function digitOf({ target, key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent) {
  if (ctrlKey || metaKey || altKey || !(target instanceof HTMLInputElement)) return undefined;
  if (!["radio", "checkbox"].includes(target.type)) return undefined;
  if (/^\d$/.test(key)) return key;
  const digit = /^Digit(\d)$/.exec(nativeEvent.code)?.[1];
  return digit !== undefined && shiftKey ? "" : digit;
}

/** The option of the focused question that a digit chooses. */
function optionFor(target: Element, digit: string): HTMLInputElement | undefined {
  const options = [...(target.closest("[role]")?.querySelectorAll("input") ?? [])];
  return options.find(({ value }) => value === digit) ?? options[Number(digit) - 1];
}
