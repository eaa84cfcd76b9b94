import type { RefObject } from "react";
import type { Mark } from "./marks.ts";

/** The caret of the text area in `place`, among the timestamps of its text. */
export function caretIn(place: RefObject<HTMLElement | null>, marks: readonly Mark[]) {
  const area = () => place.current?.querySelector("textarea");
  return {
    /** Writes at the caret, as if it were typed, at the start of a line. */
    insert(text: string): void {
      const field = area();
      if (!field) return;
      field.focus();
      const line = /(^|\n)$/.test(field.value.slice(0, field.selectionStart)) ? "" : "\n";
      field.setRangeText(line + text, field.selectionStart, field.selectionEnd, "end");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
    /** Puts the caret before the first word of a timestamp. */
    go({ to }: Mark): void {
      const field = area();
      const at = field?.value[to] === " " ? to + 1 : to;
      field?.focus();
      field?.setSelectionRange(at, at);
    },
    /** The last timestamp before the caret. */
    before(): Mark | undefined {
      const at = area()?.selectionStart ?? 0;
      return marks.findLast(({ from }) => from <= at);
    },
  };
}
