import { StateEffect } from "@codemirror/state";
import { Decoration, type DecorationSet, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import styles from "./Spans.module.css";

/** A span to draw; offsets in UTF-16 units. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  /** A CSS color. */
  readonly color: string;
  /** The level of its underline below the text. */
  readonly level: number;
  readonly isSelected: boolean;
  /** A model found it, and nobody has taken it yet. */
  readonly isProposed?: boolean;
}

/** Replaces the drawn spans. */
export const showMarks = StateEffect.define<readonly Mark[]>();

/** Draws only the spans in view, because a text can have thousands. */
export const shownMarks = ViewPlugin.fromClass(
  class {
    marks: readonly Mark[] = [];
    /** Those in view. */
    near: readonly Mark[] = [];
    decorations: DecorationSet = Decoration.none;

    update({ view, viewportChanged, transactions }: ViewUpdate): void {
      const effects = transactions.flatMap((transaction) => transaction.effects);
      const shown = effects.findLast((effect) => effect.is(showMarks));
      if (shown === undefined && !viewportChanged) return;
      this.marks = shown?.value ?? this.marks;
      const { from, to } = view.viewport;
      this.near = this.marks.filter((mark) => mark.to >= from && mark.from <= to);
      this.decorations = decorations(this.near);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

const DEEPEST = 4;

function decorations(marks: readonly Mark[]): DecorationSet {
  const ranges = marks.map(({ from, to, label, color, level, isSelected, isProposed }) =>
    Decoration.mark({
      class: `${styles.mark} ${isProposed ? styles.proposed : isSelected ? styles.selected : ""}`,
      attributes: { style: `--label: ${color}; --level: ${Math.min(level, DEEPEST)}`, title: label },
    }).range(from, to),
  );
  return Decoration.set(ranges, true);
}
