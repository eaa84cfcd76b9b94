import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { MAX_SPANS } from "./edits.ts";
import { type Found, occurrences, placeFrom } from "./occurrences.ts";
import type { ReadingSettings } from "./reading-settings.ts";
import type { Read } from "./use-text-view.ts";

const NONE: Found = { places: [], isCut: false };

/** Finds words in the text and shows where they occur; searches anew only when the words or the settings change. */
export function useFind({ text, view }: Read, { isCaseSensitive, isWhole }: ReadingSettings) {
  const [words, setWords] = useState<string | null>(null);
  const sought = useDeferredValue(words);
  const [current, setCurrent] = useState(0);
  const found = useMemo(
    () =>
      sought === null ? NONE : occurrences(text, { words: sought, isCaseSensitive, isWhole }, MAX_SPANS),
    [text, sought, isCaseSensitive, isWhole],
  );
  const { places } = found;

  useLayoutEffect(() => view.current?.showHits({ places, current }), [places, current, view]);

  /** Goes to a hit and selects its text, so that a label can be given to it. */
  const goTo = (index: number) => {
    const place = places[index];
    if (place === undefined) return;
    setCurrent(index);
    view.current?.select(place);
    view.current?.reveal(place.from);
  };
  useEffect(() => {
    const place = placeFrom(places, view.current?.selection().from ?? 0);
    setCurrent(place);
    const first = places[place];
    if (first !== undefined) view.current?.reveal(first.from);
  }, [places, view]);

  return {
    words,
    current,
    ...found,
    seek: setWords,
    /** Opens the search for the selected text. */
    open: () => {
      const { from, to } = view.current?.selection() ?? { from: 0, to: 0 };
      setWords(from === to ? (words ?? "") : text.slice(from, Math.min(to, from + LONGEST)));
    },
    close: () => {
      setWords(null);
      view.current?.focus();
    },
    go: (by: 1 | -1) => {
      const { from, to } = view.current?.selection() ?? { from: 0, to: 0 };
      const isThere = places[current]?.from === from && places[current]?.to === to;
      goTo(isThere || by < 0 ? (current + by + places.length) % places.length : current);
    },
  };
}

export type Find = ReturnType<typeof useFind>;

/** The most characters that can be sought. */
export const LONGEST = 200;
