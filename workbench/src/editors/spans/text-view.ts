import { EditorState, StateEffect, Text } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { strings } from "#strings/editors.ts";
import { reading } from "./reading-keys.ts";
import { type Arc, relationArcs, showArcs } from "./relation-arcs.ts";
import styles from "./Spans.module.css";

/** A span as it is drawn; offsets in UTF-16 units. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  /** As CSS. */
  readonly color: string;
  /** How far below the text its line is. */
  readonly level: number;
  readonly isSelected: boolean;
}

interface Watcher {
  /** The text was clicked at an offset, without selecting any. */
  readonly onPoint: (offset: number) => void;
  /** Some text was selected with the mouse or a finger. */
  readonly onSelected: () => void;
  /** Enter was pressed with the caret at an offset. */
  readonly onEnter: (offset: number) => void;
}

/** A text with spans over it, of which only what is in sight is in the page. */
export interface TextView {
  readonly show: (marks: readonly Mark[], arcs: readonly Arc[]) => void;
  /** What is selected of the text, in UTF-16 units; empty where nothing is. */
  readonly selection: () => { readonly from: number; readonly to: number };
  /** Leaves nothing selected. */
  readonly deselect: () => void;
  /** Scrolls until an offset is in sight. */
  readonly reveal: (offset: number) => void;
  readonly destroy: () => void;
}

const showMarks = StateEffect.define<readonly Mark[]>();

/** Draws the spans in sight; of thousands elsewhere nothing is made. */
const shownMarks = ViewPlugin.fromClass(
  class {
    marks: readonly Mark[] = [];
    decorations: DecorationSet = Decoration.none;

    update({ view, viewportChanged, transactions }: ViewUpdate): void {
      const effects = transactions.flatMap((transaction) => transaction.effects);
      const shown = effects.findLast((effect) => effect.is(showMarks));
      if (shown === undefined && !viewportChanged) return;
      this.marks = shown?.value ?? this.marks;
      const { from, to } = view.viewport;
      this.decorations = decorations(this.marks.filter((mark) => mark.to >= from && mark.from <= to));
    }
  },
  { decorations: ({ decorations }) => decorations },
);

/** Puts a text into `parent`; it is read, selected from and scrolled, never changed. */
export function mountText(parent: HTMLElement, text: string, watcher: Watcher): TextView {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: Text.of(text.split("\n")), // other line ends stay characters of the text, so that offsets hold
      extensions: [
        EditorState.lineSeparator.of("\n"),
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          tabindex: "0",
          "aria-label": strings.media.text,
          "aria-readonly": "true",
          dir: "auto",
        }),
        drawSelection({ cursorBlinkRate: 0 }),
        reading(({ state }) => watcher.onEnter(state.selection.main.head)),
        shownMarks,
        relationArcs,
        EditorView.domEventHandlers({ click: (_event, shown) => pointed(shown) }), // by then the selection stands
      ],
    }),
  });

  function pointed({ state }: EditorView): void {
    const { empty, head } = state.selection.main;
    if (empty) watcher.onPoint(head);
    else watcher.onSelected();
  }

  return {
    show: (marks, arcs) => view.dispatch({ effects: [showMarks.of(marks), showArcs.of(arcs)] }),
    selection: () => view.state.selection.main,
    deselect: () => view.dispatch({ selection: { anchor: view.state.selection.main.head } }),
    reveal: (offset) =>
      view.dispatch({ effects: EditorView.scrollIntoView(offset, { y: "nearest", yMargin: 60 }) }),
    destroy: () => view.destroy(),
  };
}

const DEEPEST = 4;

function decorations(marks: readonly Mark[]): DecorationSet {
  const ranges = marks.flatMap(({ from, to, label, color, level, isSelected }) => [
    Decoration.mark({
      class: isSelected ? `${styles.mark} ${styles.selected}` : (styles.mark ?? ""),
      attributes: { style: `--label: ${color}; --level: ${Math.min(level, DEEPEST)}`, title: label },
    }).range(from, to),
    Decoration.widget({ widget: new Tag(label, color), side: -1 }).range(to),
  ]);
  return Decoration.set(ranges, true);
}

/** The name of a span's label, after its text. */
class Tag extends WidgetType {
  readonly label: string;
  readonly color: string;

  constructor(label: string, color: string) {
    super();
    this.label = label;
    this.color = color;
  }

  override eq({ label, color }: Tag): boolean {
    return label === this.label && color === this.color;
  }

  override toDOM(): HTMLElement {
    const tag = document.createElement("span");
    tag.className = styles.tag ?? "";
    tag.style.setProperty("--label", this.color);
    tag.textContent = this.label;
    return tag;
  }
}
