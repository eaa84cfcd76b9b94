import { StateEffect } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import styles from "./Spans.module.css";
import type { Stretch } from "./words.ts";

/** What was found in a text. */
export interface Hits {
  /** In the order of the text. */
  readonly places: readonly Stretch[];
  /** The index of the one that the annotator looks at. */
  readonly current: number;
}

/** Replaces the shown hits. */
export const showHits = StateEffect.define<Hits>();

/** Draws only the hits in view. */
export const shownHits = ViewPlugin.fromClass(
  class {
    hits: Hits = { places: [], current: 0 };
    decorations: DecorationSet = Decoration.none;

    update({ view, viewportChanged, transactions }: ViewUpdate): void {
      const effects = transactions.flatMap((transaction) => transaction.effects);
      const shown = effects.findLast((effect) => effect.is(showHits));
      if (shown === undefined && !viewportChanged) return;
      this.hits = shown?.value ?? this.hits;
      this.decorations = decorations(this.hits, view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

const hit = Decoration.mark({ class: styles.hit ?? "" });
const currentHit = Decoration.mark({ class: `${styles.hit} ${styles.current}` });

function decorations({ places, current }: Hits, { viewport: { from, to } }: EditorView): DecorationSet {
  const inView = places.filter((place) => place.to >= from && place.from <= to);
  return Decoration.set(
    inView.map((place) => (place === places[current] ? currentHit : hit).range(place.from, place.to)),
  );
}
