import type { AnswerDocument } from "../drafts/document.ts";
import type { Gap } from "../editors/editor.ts";
import type { SelectedObject } from "../editors/selected-object.ts";
import styles from "./lead-to.module.css";
import { onceChanged } from "./opened.ts";

/** The controls of a question, of which the first can say that it is invalid. */
const CONTROLS = "[role=radiogroup], [role=group], select, textarea, button, input:not([type=radio])";

/** What takes the focus in a group of controls. */
const PARTS = "input,button";

/** Between a question and the message about it, in CSS pixels. */
const ROOM_PX = 8;

/** Frames until an object or a step is drawn. */
const MOST_FRAMES = 30;

/**
 * Selects the object of what blocked the submit, brings its question into view, gives it the focus and marks it until the answer changes. Marks the elements
 * themselves: no editor has to know of it, and it is loaded apart from them.
 */
export async function leadTo(
  { question, target }: Gap,
  selected: SelectedObject,
  answer: AnswerDocument<unknown>,
): Promise<void> {
  unmark();
  if (target !== null) selected.show(target);
  if (question === null) return;
  const element = await drawn(`[data-question="${CSS.escape(question)}"]`);
  if (element === undefined) return;
  const control = element.matches(CONTROLS) ? element : element.querySelector<HTMLElement>(CONTROLS);
  element.classList.add(styles.lacking ?? "");
  control?.setAttribute("aria-invalid", "true");
  unmark = () => {
    element.classList.remove(styles.lacking ?? "");
    control?.removeAttribute("aria-invalid");
  };
  onceChanged(answer, () => unmark());
  const inside = control?.querySelector<HTMLElement>(PARTS) ?? control;
  inside?.focus({ preventScroll: true });
  element.scrollIntoView({ block: "center" });
  giveWay(control ?? element);
}

let unmark = (): void => undefined;

async function drawn(selector: string): Promise<HTMLElement | undefined> {
  for (let frame = 0; frame < MOST_FRAMES; frame += 1) {
    await new Promise((next) => requestAnimationFrame(next));
    const element = document.querySelector<HTMLElement>(selector);
    if (element !== null) return element;
  }
  return undefined;
}

/** At the end of a page nothing can be scrolled away from the message about it: the message moves. */
function giveWay(element: HTMLElement): void {
  const message = document.querySelector<HTMLElement>("[data-over]");
  if (message === null) return;
  message.classList.remove(styles.above ?? "");
  const [over, asked] = [message, element].map((each) => each.getBoundingClientRect());
  if (over !== undefined && asked !== undefined && asked.bottom + ROOM_PX > over.top)
    message.classList.add(styles.above ?? "");
}
