import { diffArrays } from "diff";

/** A part of a text: in both texts, or in this one only. */
export interface Piece {
  readonly text: string;
  readonly isOwn: boolean;
}

/** Two texts in pieces; the pieces of each, together, are the text. */
export interface Difference {
  readonly left: readonly Piece[];
  readonly right: readonly Piece[];
}

/** Texts that differ in more than can be found in this time have no useful difference. */
const LONGEST_MS = 1_000;

/**
 * Compares two texts word by word, in all scripts: words, spaces and signs are as `Intl.Segmenter` cuts them. Null if that takes longer
 * than a second.
 */
export function differenceOf(left: string, right: string): Difference | null {
  const parts = diffArrays([...wordsOf(left)], [...wordsOf(right)], { timeout: LONGEST_MS });
  if (parts === undefined) return null;
  const pieces = parts.map(({ value, added, removed }) => ({ text: value.join(""), added, removed }));
  return {
    left: pieces.filter(({ added }) => !added).map(({ text, removed }) => ({ text, isOwn: removed })),
    right: pieces.filter(({ removed }) => !removed).map(({ text, added }) => ({ text, isOwn: added })),
  };
}

function* wordsOf(text: string): Generator<string> {
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(text))
    yield segment;
}
