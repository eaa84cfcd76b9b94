import { useState } from "react";
import { strings } from "#strings/editors/spans.ts";
import type { EditorProps } from "../editor.ts";
import type { SpanEntry } from "./answer.ts";
import { addSpans, MAX_SPANS } from "./edits.ts";
import { type Found, occurrences } from "./occurrences.ts";
import type { Read } from "./use-text-view.ts";
import { isWholeWords } from "./words.ts";

/** Of longer words only the beginning is said, in UTF-16 units. */
const MOST_SAID = 60;

interface Used extends Read, Pick<EditorProps, "document"> {
  /** What the search has found. */
  readonly hits: Found;
}

/** Gives a label to many places at once: to all hits of the search, or to all that has the text of a span. */
export function useManySpans({ document, hits, text, offsets }: Used) {
  const [areHitsAsked, askForHits] = useState(false);
  const [said, say] = useState("");

  function labelAll({ places, isCut }: Found, label: string): void {
    const name = (count: number) => strings.addedAll(label, count);
    const { added, missing } = addSpans(document, places, { label, name }, offsets);
    const [first = { from: 0, to: 0 }] = places;
    const words = text.slice(first.from, Math.min(first.to, first.from + MOST_SAID));
    const known = places.length - missing;
    say(strings.labeled({ words, label, added, known, isCut: isCut || added < missing }));
  }

  return {
    /** How many places the last change labeled, or why the last key did nothing, as a sentence. */
    said,
    say,
    askForHits,
    /** The next label goes to all hits. */
    isForHits: areHitsAsked && hits.places.length > 0,
    labelHits: (label: string) => {
      labelAll(hits, label);
      askForHits(false);
    },
    labelSame: (span: SpanEntry | undefined, isCaseSensitive: boolean) => {
      if (span === undefined) return;
      const { start, end, label } = span;
      const own = { from: offsets.toUnit(start), to: offsets.toUnit(end) };
      const isWhole = isWholeWords(text, own);
      const words = text.slice(own.from, own.to);
      labelAll(occurrences(text, { words, isCaseSensitive, isWhole }, MAX_SPANS), label);
    },
  };
}
