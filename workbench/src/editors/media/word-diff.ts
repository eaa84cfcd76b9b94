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

/** A piece of two texts in one: in both, added in the second, or removed from the first. */
interface Change {
  readonly text: string;
  readonly isAdded: boolean;
  readonly isRemoved: boolean;
}

/**
 * How one text becomes another word by word, in all scripts: words, spaces and signs are as `Intl.Segmenter` cuts them. Changed words with
 * nothing but spaces between them are one change. Null if that takes longer than a second.
 */
export function changesOf(left: string, right: string): readonly Change[] | null {
  const parts = diffArrays([...wordsOf(left)], [...wordsOf(right)], { timeout: LONGEST_MS });
  if (parts === undefined) return null;
  const changes: Change[] = [];
  let [removed, added] = ["", ""];
  const flush = () => {
    if (removed !== "") changes.push({ text: removed, isAdded: false, isRemoved: true });
    if (added !== "") changes.push({ text: added, isAdded: true, isRemoved: false });
    [removed, added] = ["", ""];
  };
  for (const [at, part] of parts.entries()) {
    const text = part.value.join("");
    const isChanged = part.added || part.removed;
    const isGap = !isChanged && text.trim() === "" && removed !== "" && added !== "" && at < parts.length - 1;
    if (!isChanged && !isGap) {
      flush();
      changes.push({ text, isAdded: false, isRemoved: false });
    }
    if (part.removed || isGap) removed += text;
    if (part.added || isGap) added += text;
  }
  flush();
  return changes;
}

/** The same as two texts beside each other. */
export function differenceOf(left: string, right: string): Difference | null {
  const changes = changesOf(left, right);
  if (changes === null) return null;
  return {
    left: changes
      .filter(({ isAdded }) => !isAdded)
      .map(({ text, isRemoved }) => ({ text, isOwn: isRemoved })),
    right: changes
      .filter(({ isRemoved }) => !isRemoved)
      .map(({ text, isAdded }) => ({ text, isOwn: isAdded })),
  };
}

function* wordsOf(text: string): Generator<string> {
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(text))
    yield segment;
}
