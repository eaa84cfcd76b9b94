import { useRef } from "react";
import type { CommentPlace } from "../../comments/pins.ts";
import type { SpanHand } from "./use-spans.ts";
import type { Read } from "./use-text-view.ts";
import { type Stretch, wholeWords } from "./words.ts";

/**
 * Selects by touch, without dragging: a touch selects a word, and a touch on another word extends the selection to it. A
 * click, and a touch on a span or while a relation is made, selects the span there. The returned function takes an offset in
 * code points. `mark` gets the selected place, for comments.
 */
export function useTouchedWords(
  { text, offsets, view }: Read,
  hand: SpanHand,
  mark: (place: CommentPlace | null) => void,
  isReadOnly: boolean,
): (offset: number, isTouch: boolean) => void {
  const first = useRef<Stretch>(undefined);
  return (offset, isTouch) => {
    const isSpan = !isTouch || isReadOnly || hand.relatedFrom !== null || hand.isSpanAt(offset);
    const unit = offsets.toUnit(offset);
    const word = isSpan ? undefined : wholeWords(text, unit, unit + 1);
    if (word === undefined) {
      first.current = undefined;
      mark(null);
      hand.pointAt(offset);
      return;
    }
    const { from: begin, to: end } = view.current?.selection() ?? { from: 0, to: 0 };
    const from = begin === end ? undefined : first.current; // it has got its label
    const isNew = from === undefined || hand.armed !== null || from.from === word.from;
    const stretch = isNew ? word : { from: Math.min(from.from, word.from), to: Math.max(from.to, word.to) };
    first.current = isNew ? word : undefined;
    hand.select(null);
    view.current?.select(stretch);
    hand.selectedText();
    mark({ span: { start: offsets.toCodePoint(stretch.from), end: offsets.toCodePoint(stretch.to) } });
  };
}
