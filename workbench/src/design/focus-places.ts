import { type RefCallback, type RefObject, useCallback, useEffect, useRef, useState } from "react";

const CONTROLS = "a[href], button, input, textarea, select, summary, [tabindex]:not([tabindex='-1'])";
const FIELDS = "input,textarea,button[aria-haspopup=listbox]";
const DIALOG = "[role=dialog]";

/** Where the focus goes after a dialog; a dialog that opens from this one continues there. */
const afterDialogs = new WeakMap<Element, readonly HTMLElement[]>();

/**
 * Where the focus can go if `element` is removed: to the element itself, then to what follows it, then to what precedes
 * it, the nearest first. For an entry of a menu these are the places around the menu's button, and inside a dialog the
 * places of its opener come last. Pass the result to `goOnAt`.
 */
export function placesFrom(element: Element | null): readonly HTMLElement[] {
  const start = buttonOfMenu(element) ?? element;
  if (start === null) return [];
  const dialog = start.closest(DIALOG);
  const controls = [...(dialog ?? document.body).querySelectorAll<HTMLElement>(CONTROLS)];
  const isBefore = (control: Element) =>
    (start.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  return [
    ...(start instanceof HTMLElement && start !== document.body ? [start] : []),
    ...controls.filter((control) => control !== start && !isBefore(control)),
    ...controls.filter(isBefore).toReversed(),
    ...(dialog === null ? [] : (afterDialogs.get(dialog) ?? [])),
  ];
}

/** Focuses the first place that is still there and can take the focus. */
export function goOnAt(places: readonly HTMLElement[]): void {
  places.find(canTakeFocus)?.focus();
}

/** Whether the focused element was removed or disabled. */
export function isFocusLost(): boolean {
  return isOnNothing() || document.activeElement?.matches(":disabled") === true;
}

/**
 * Keeps the focus of a dialog, open while mounted: at first on its first field, else on its last button that is not
 * dangerous, unless a component inside took it; afterwards on what opened it, or what is nearest to that.
 */
export function useDialogFocus(): RefObject<HTMLElement | null> {
  const dialog = useRef<HTMLElement>(null);
  const [places] = useState(() => (isOnNothing() ? [] : placesFrom(document.activeElement))); // a field takes the focus later
  useEffect(() => {
    if (dialog.current !== null) afterDialogs.set(dialog.current, places);
    // React Aria returns the focus at the next frame, if what had it is still there
    return () =>
      void requestAnimationFrame(() => {
        if (!isFocusLost()) return;
        goOnAt(places);
        startTyping();
      });
  }, [places]);
  return dialog;
}

/** Focuses the text area in the element with `data-start`, unless a dialog is open, after which it is called again. */
export function startTyping(): void {
  if (document.querySelector(DIALOG) === null)
    document.querySelector<HTMLElement>("[data-start] textarea")?.focus({ preventScroll: true });
}

/**
 * A ref of what content will replace. If the focus was in it, it goes to the first control that is new, else to what is
 * near.
 */
export function useFocusAfter(): RefCallback<HTMLElement> {
  return useCallback((element: HTMLElement) => {
    const known = new Set(document.querySelectorAll<HTMLElement>(CONTROLS));
    let places: readonly HTMLElement[] = [];
    const hold = ({ target }: Event) => {
      places = target instanceof HTMLElement ? placesFrom(target) : [];
    };
    element.addEventListener("focusin", hold);
    return () => {
      if (places.length === 0) return;
      const within = places[0]?.closest(`main, ${DIALOG}`) ?? document.body;
      requestAnimationFrame(() => {
        if (!isFocusLost()) return;
        const all = [...(within.isConnected ? within : document).querySelectorAll<HTMLElement>(CONTROLS)];
        goOnAt([...all.filter((control) => !known.has(control)), ...places]);
      });
    };
  }, []);
}

/** Focuses the first field in `dialog`, else its last harmless button, unless the focus is there already. */
export function focusFirst(dialog: HTMLElement | null): void {
  const focused = document.activeElement;
  if (dialog === null || (focused !== dialog && dialog.contains(focused))) return;
  const all = (kind: string) => [...dialog.querySelectorAll<HTMLElement>(kind)].filter(canTakeFocus);
  const field = all(FIELDS).find(({ tabIndex }) => tabIndex !== -1);
  (field ?? all("a[href],button").findLast((button) => !button.matches("[data-danger]")))?.focus();
}

function canTakeFocus(element: HTMLElement): boolean {
  const isHidden = element.closest("[inert], [aria-hidden=true]") !== null || !element.checkVisibility();
  return element.isConnected && !isHidden && !element.matches(":disabled");
}

/** Whether no element has the focus. */
export function isOnNothing(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function buttonOfMenu(element: Element | null): Element | null {
  const ids = element?.closest("[role=menu]")?.getAttribute("aria-labelledby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)).find((one) => one !== null) ?? null;
}
