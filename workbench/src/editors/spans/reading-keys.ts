import { EditorSelection, type Extension, Prec, type SelectionRange } from "@codemirror/state";
import { type EditorView, type KeyBinding, keymap } from "@codemirror/view";

type Step = (view: EditorView, range: SelectionRange) => SelectionRange;

/**
 * Keys to move the caret in a read-only text and to select with Shift: by character, line, word (Alt, or Ctrl with
 * Shift) and to the ends of the line. Ctrl with arrows alone is left to the page.
 */
export function reading(onEnter: (view: EditorView) => void): Extension {
  const bindings: KeyBinding[] = [
    step("ArrowLeft", (view, range) => view.moveByChar(range, false)),
    step("ArrowRight", (view, range) => view.moveByChar(range, true)),
    step("ArrowUp", (view, range) => view.moveVertically(range, false)),
    step("ArrowDown", (view, range) => view.moveVertically(range, true)),
    step("PageUp", (view, range) => view.moveVertically(range, false, view.scrollDOM.clientHeight - 40)),
    step("PageDown", (view, range) => view.moveVertically(range, true, view.scrollDOM.clientHeight - 40)),
    step("Home", (view, range) => view.moveToLineBoundary(range, false)),
    step("End", (view, range) => view.moveToLineBoundary(range, true)),
    { key: "Alt-ArrowLeft", run: moving((view, range) => view.moveByGroup(range, false), false) },
    { key: "Alt-ArrowRight", run: moving((view, range) => view.moveByGroup(range, true), false) },
    { key: "Ctrl-Shift-ArrowLeft", run: moving((view, range) => view.moveByGroup(range, false), true) },
    { key: "Ctrl-Shift-ArrowRight", run: moving((view, range) => view.moveByGroup(range, true), true) },
    {
      key: "Enter",
      run: (view) => {
        onEnter(view);
        return true;
      },
    },
  ];
  return Prec.high(keymap.of(bindings));
}

function step(key: string, by: Step): KeyBinding {
  return { key, run: moving(by, false), shift: moving(by, true) };
}

function moving(by: Step, isSelecting: boolean): (view: EditorView) => boolean {
  return (view) => {
    const { main } = view.state.selection;
    const { head } = by(view, main);
    view.dispatch({
      selection: isSelecting ? EditorSelection.range(main.anchor, head) : EditorSelection.cursor(head),
      scrollIntoView: true,
    });
    return true;
  };
}
