import { EditorState, Text } from "@codemirror/state";
import { drawSelection, EditorView } from "@codemirror/view";
import { strings } from "#strings/editors/media.ts";
import { type Hits, showHits, shownHits } from "./hits.ts";
import { labelTags } from "./label-tags.ts";
import { type Mark, showMarks, shownMarks } from "./marks.ts";
import { reading, selectFromAnywhere } from "./reading-keys.ts";
import { type Arc, relationArcs, showArcs } from "./relation-arcs.ts";
import type { Stretch } from "./words.ts";

interface Watcher {
  /** The text was clicked or touched without a selection. */
  readonly onPoint: (offset: number, isTouch: boolean) => void;
  /** Text was selected with the mouse or by touch. */
  readonly onSelected: () => void;
  /** Enter was pressed; the offset of the caret. */
  readonly onEnter: (offset: number) => void;
}

/** A text with spans; renders only the part in view. */
export interface TextView {
  readonly show: (marks: readonly Mark[], arcs: readonly Arc[]) => void;
  readonly showHits: (hits: Hits) => void;
  /** The selected range in UTF-16 units; empty without a selection. */
  readonly selection: () => Stretch;
  /** Selects a stretch of the text. */
  readonly select: (stretch: Stretch) => void;
  /** Clears the selection. */
  readonly deselect: () => void;
  /** Scrolls an offset into view. */
  readonly reveal: (offset: number) => void;
  readonly focus: () => void;
  /** Measures the lines again, after their style changed. */
  readonly measure: () => void;
  readonly destroy: () => void;
}

/** Mounts a read-only text in `parent`. */
export function mountText(parent: HTMLElement, text: string, watcher: Watcher): TextView {
  let isTouch = false;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: Text.of(text.split("\n")), // other line ends stay in the text, so that offsets are right
      extensions: [
        EditorState.lineSeparator.of("\n"),
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          tabindex: "0",
          "aria-label": strings.text,
          "aria-readonly": "true",
          dir: "auto",
        }),
        drawSelection({ cursorBlinkRate: 0 }),
        reading(({ state }) => watcher.onEnter(state.selection.main.head)),
        shownMarks,
        shownHits,
        labelTags,
        relationArcs,
        EditorView.domEventHandlers({
          pointerdown: ({ pointerType }) => {
            isTouch = pointerType === "touch";
          },
          mousedown: () => isTouch, // what the browser selects for a touch would replace what is selected here
          click: (event, shown) => pointed(shown, event), // the selection is set by then
        }),
      ],
    }),
  });

  const stop = selectFromAnywhere(view);

  function pointed(shown: EditorView, event: MouseEvent): void {
    const { empty, head } = shown.state.selection.main;
    if (isTouch) watcher.onPoint(shown.posAtCoords(event, false), true);
    else if (empty) watcher.onPoint(head, false);
    else watcher.onSelected();
  }

  return {
    show: (marks, arcs) => view.dispatch({ effects: [showMarks.of(marks), showArcs.of(arcs)] }),
    showHits: (hits) => view.dispatch({ effects: showHits.of(hits) }),
    selection: () => view.state.selection.main,
    select: ({ from, to }) => view.dispatch({ selection: { anchor: from, head: to } }),
    deselect: () => view.dispatch({ selection: { anchor: view.state.selection.main.head } }),
    reveal: (offset) =>
      view.dispatch({ effects: EditorView.scrollIntoView(offset, { y: "nearest", yMargin: 60 }) }),
    focus: () => view.focus(),
    measure: () => view.requestMeasure(),
    destroy: () => {
      stop();
      view.destroy();
    },
  };
}
