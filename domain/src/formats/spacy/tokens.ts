import type { LabeledSpan } from "../results.ts";
import { SURROGATE, tokenise } from "../tokens.ts";

/** A token of a spaCy document. Offsets are code points. */
export interface SpacyToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether one space follows, which is no token. */
  spaced: boolean;
}

/**
 * The tokens that give a text back exactly, of which each span begins at one and ends at one. White space other
 * than a single space after a token is a token.
 */
export function spacyTokens(text: string, spans: readonly LabeledSpan[]): SpacyToken[] {
  const starts = new Set(spans.map(({ start }) => start));
  const ends = new Set(spans.map(({ end }) => end));
  const cuts = new Set([...starts, ...ends]);
  // Without characters of two UTF-16 units, a text is the list of its own.
  const characters = SURROGATE.test(text) ? [...text] : text;
  const slice = (start: number, end: number) =>
    typeof characters === "string" ? characters.slice(start, end) : characters.slice(start, end).join("");
  const tokens: SpacyToken[] = [];

  const pushGap = (from: number, to: number) => {
    let start = from;
    const before = tokens.at(-1);
    const isFree = !starts.has(from) && !ends.has(from + 1);
    if (before !== undefined && start < to && characters[start] === " " && isFree) {
      before.spaced = true;
      start += 1;
    }
    for (let end = start + 1; end <= to; end += 1) {
      if (end < to && !cuts.has(end)) continue;
      tokens.push({ text: slice(start, end), start, end, spaced: false });
      start = end;
    }
  };

  let read = 0;
  for (const token of tokenise(text, cuts)) {
    pushGap(read, token.start);
    tokens.push({ text: token.text, start: token.start, end: token.end, spaced: false });
    read = token.end;
  }
  pushGap(read, characters.length);
  return tokens;
}
