import { type RefObject, useEffect, useState } from "react";

/** What can be answered by keys. */
const CONTROLS = "button:enabled,input:enabled,textarea";

/** The parts of the screen that ask about the item, in order: the editor's own and the questions beside it. */
function parts(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-digits]")];
}

function placeOfFocus(): number {
  return parts().findIndex((part) => part.contains(document.activeElement));
}

/** Whether digits answer for the item, because what asks about it has the focus. */
export function hasItemDigits(): boolean {
  return placeOfFocus() !== -1;
}

/** Whether what asks about the item last has the focus, or had it before a control in `bar`. */
export function useIsAtLastAnswer(bar: RefObject<HTMLElement | null>): boolean {
  const [isAtLast, setAtLast] = useState(false);
  useEffect(() => {
    const look = ({ relatedTarget, type }: FocusEvent) => {
      if (type === "focusout" && relatedTarget !== null) return; // focusin follows
      if (bar.current?.contains(document.activeElement)) return;
      const place = placeOfFocus();
      setAtLast(place !== -1 && place === parts().length - 1);
    };
    document.addEventListener("focusin", look);
    document.addEventListener("focusout", look);
    return () => {
      document.removeEventListener("focusin", look);
      document.removeEventListener("focusout", look);
    };
  }, [bar]);
  return isAtLast;
}

/** Gives the focus to the next part that asks about the item; false after the last. */
export function focusNextAnswer(): boolean {
  const control = parts()[placeOfFocus() + 1]?.querySelector<HTMLElement>(CONTROLS);
  control?.focus();
  return control !== undefined && control !== null;
}
