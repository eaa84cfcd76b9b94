import { useEffect } from "react";

/** Less than the lowest keyboard, and more than a bar that the browser shows or hides. */
const LEAST_KEYBOARD_PX = 120;
/** The height that the work screen has, in place of the whole one. */
const HEIGHT = "--above-keyboard";

/**
 * Gives the work screen the height that is left above a telephone's keyboard, with what is typed into in sight. Browsers lay the
 * keyboard over the page, and move the page, its buttons with it, out of sight.
 */
export function useRoomAboveKeyboard(): void {
  useEffect(() => {
    const { visualViewport: seen } = window;
    if (seen === null) return undefined;
    const { style } = document.documentElement;
    const fit = () => {
      const isZoomed = seen.scale > 1.01; // then less of the page is seen without a keyboard
      if (isZoomed || window.innerHeight - seen.height < LEAST_KEYBOARD_PX) {
        style.removeProperty(HEIGHT);
        return;
      }
      style.setProperty(HEIGHT, `${seen.height}px`);
      window.scrollTo(0, 0);
      document.activeElement?.scrollIntoView({ block: "nearest" });
    };
    seen.addEventListener("resize", fit);
    return () => {
      seen.removeEventListener("resize", fit);
      style.removeProperty(HEIGHT);
    };
  }, []);
}
