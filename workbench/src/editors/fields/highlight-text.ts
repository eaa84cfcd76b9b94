import { type Highlight, highlightKey } from "@assay/domain/highlights.ts";
import type { Offsets } from "../spans/offsets.ts";
import { type Stretch, segmenter } from "../spans/words.ts";

/** A part of a response's text in which the same highlights are. */
export interface Piece extends Stretch {
  readonly text: string;
  /** Those that cover it, in the order of the answer. */
  readonly highlights: readonly Highlight[];
  /** Those that end with it. */
  readonly ended: readonly Highlight[];
}

/** The text cut wherever a highlight begins or ends. O(highlights²). */
export function piecesOf(
  text: string,
  highlights: readonly Highlight[],
  { toUnit }: Offsets,
): readonly Piece[] {
  const placed = highlights.map((highlight) => ({
    highlight,
    from: toUnit(highlight.start),
    to: toUnit(highlight.end),
  }));
  const ends = placed.flatMap(({ from, to }) => [from, to]);
  const cuts = [...new Set([0, ...ends, text.length])]
    .filter((cut) => cut <= text.length)
    .sort((one, other) => one - other);
  return cuts.slice(1).map((to, index) => {
    const from = cuts[index] ?? 0;
    const covering = placed.filter((one) => one.from <= from && to <= one.to);
    return {
      ...{ from, to, text: text.slice(from, to) },
      highlights: covering.map(({ highlight }) => highlight),
      ended: covering.filter((one) => one.to === to).map(({ highlight }) => highlight),
    };
  });
}

/** The words of a text, in order, in UTF-16 units; signs between them belong to none. */
export function wordsIn(text: string): readonly Stretch[] {
  const words: Stretch[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (isWordLike === true) words.push({ from: index, to: index + segment.length });
  }
  return words;
}

/** The words from one that stays to one that moves, by their places in `wordsIn`. */
export interface WordRange {
  readonly anchor: number;
  readonly head: number;
}

/** The stretch of a range of words; null if the text has no words. */
export function stretchOf(words: readonly Stretch[], { anchor, head }: WordRange): Stretch | null {
  const [first, last] = [words[Math.min(anchor, head)], words[Math.max(anchor, head)]];
  return first === undefined || last === undefined ? null : { from: first.from, to: last.to };
}

/** The range after a key: a word on, or extended by one; undefined if the key does not move. */
export function movedBy(
  key: string,
  isExtending: boolean,
  range: WordRange | null,
  count: number,
): WordRange | undefined {
  const at = range?.head ?? -1;
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  if (target === undefined || count === 0) return undefined;
  const head = Math.min(count - 1, Math.max(0, target));
  return { anchor: isExtending ? (range?.anchor ?? head) : head, head };
}

/** The first word that ends after a place, or the last word. */
export function wordAfter(words: readonly Stretch[], unit: number): number {
  const found = words.findIndex(({ to }) => to > unit);
  return found < 0 ? words.length - 1 : found;
}

/** The highlights with one more, in the order of the text; the same list if it is there already. */
export function withHighlight(highlights: readonly Highlight[], added: Highlight): readonly Highlight[] {
  if (highlights.some((one) => highlightKey(one) === highlightKey(added))) return highlights;
  return [...highlights, added].sort((one, other) => one.start - other.start || one.end - other.end);
}
