import { EditorSelection, type Extension, type SelectionRange } from "@codemirror/state";
import { Direction, EditorView } from "@codemirror/view";

type Step = (view: EditorView, range: SelectionRange) => SelectionRange;

/** There the start of a line is at its right end. */
const isRightToLeft = ({ textDirection }: EditorView) => textDirection === Direction.RTL;

const STEPS: ReadonlyMap<string, Step> = new Map<string, Step>([
  ["ArrowLeft", (view, range) => view.moveByChar(range, isRightToLeft(view))],
  ["ArrowRight", (view, range) => view.moveByChar(range, !isRightToLeft(view))],
  ["ArrowUp", (view, range) => view.moveVertically(range, false)],
  ["ArrowDown", (view, range) => view.moveVertically(range, true)],
  ["PageUp", (view, range) => view.moveVertically(range, false, view.scrollDOM.clientHeight - 40)],
  ["PageDown", (view, range) => view.moveVertically(range, true, view.scrollDOM.clientHeight - 40)],
  ["Home", (view, range) => view.moveToLineBoundary(range, false)],
  ["End", (view, range) => view.moveToLineBoundary(range, true)],
]);

const WORDS: ReadonlyMap<string, Step> = new Map<string, Step>([
  ["ArrowLeft", (view, range) => view.moveByGroup(range, isRightToLeft(view))],
  ["ArrowRight", (view, range) => view.moveByGroup(range, !isRightToLeft(view))],
]);

/**
 * Keys to move the caret in a read-only text and to select with Shift: by character, line, word (Ctrl or Alt; Alt with
 * Shift moves the ends of a span) and to the ends of the line. CodeMirror's own key maps would add 1.2 KB to the editor, gzipped.
 */
export function reading(onEnter: (view: EditorView) => void): Extension {
  return EditorView.domEventHandlers({
    keydown(event, view) {
      const step = stepOf(event);
      if (step !== undefined) move(view, step, event.shiftKey);
      else if (isBare(event, "Enter")) onEnter(view);
      else return false;
      return true;
    },
  });
}

/** Selects by Shift with arrows also while a button or nothing has the focus; returns what ends that. */
export function selectFromAnywhere(view: EditorView): () => void {
  const press = (event: KeyboardEvent) => {
    const { activeElement, body } = document;
    const isFree = activeElement === body || activeElement instanceof HTMLButtonElement;
    const step = event.shiftKey ? stepOf(event) : undefined;
    const isCovered = document.querySelector("[role=dialog]") !== null;
    if (step === undefined || !isFree || isCovered || event.defaultPrevented) return;
    event.preventDefault();
    view.focus();
    move(view, step, true);
  };
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}

function stepOf({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): Step | undefined {
  if (metaKey) return undefined;
  if (altKey || ctrlKey) return altKey !== ctrlKey && (ctrlKey || !shiftKey) ? WORDS.get(key) : undefined;
  return STEPS.get(key);
}

function isBare({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent, wanted: string): boolean {
  return key === wanted && !altKey && !ctrlKey && !metaKey && !shiftKey;
}

function move(view: EditorView, step: Step, isSelecting: boolean): void {
  const { main } = view.state.selection;
  const { head } = step(view, main);
  view.dispatch({
    selection: isSelecting ? EditorSelection.range(main.anchor, head) : EditorSelection.cursor(head),
    scrollIntoView: true,
  });
}
