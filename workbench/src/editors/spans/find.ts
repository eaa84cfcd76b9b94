/** A part of a text in UTF-16 units; `to` is exclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** What is looked for in a text. */
export interface Sought {
  readonly text: string;
  readonly isCaseSensitive: boolean;
  readonly isWholeWords: boolean;
}

/** An answer has at most as many spans. */
export const MOST_HITS = 10_000;

/** The parts of `text` that match, in order, none on another; at most `MOST_HITS`. One reading of the text. */
export function hitsOf(
  text: string,
  { text: sought, isCaseSensitive, isWholeWords }: Sought,
): readonly Stretch[] {
  if (sought === "") return [];
  const literal = sought.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const pattern = isWholeWords ? `(?<!${LETTER})${literal}(?!${LETTER})` : literal;
  const hits: Stretch[] = [];
  for (const { 0: found, index } of text.matchAll(new RegExp(pattern, isCaseSensitive ? "gu" : "giu"))) {
    hits.push({ from: index, to: index + found.length });
    if (hits.length === MOST_HITS) break;
  }
  return hits;
}

/** Whether no letter, number or mark touches the ends of a stretch. */
export function isWhole(text: string, { from, to }: Stretch): boolean {
  return (
    !ENDS_IN_LETTER.test(text.slice(Math.max(0, from - 2), from)) &&
    !BEGINS_WITH_LETTER.test(text.slice(to, to + 2))
  );
}

const LETTER = String.raw`[\p{L}\p{N}\p{M}_]`;
const ENDS_IN_LETTER = new RegExp(`${LETTER}$`, "u");
const BEGINS_WITH_LETTER = new RegExp(`^${LETTER}`, "u");

const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });

/** No word that is looked at is longer, in UTF-16 units. */
const WINDOW = 200;

/** The stretch with the words at its ends in full, by the rules of Unicode and, for languages without spaces, dictionaries. */
export function toWords(text: string, { from, to }: Stretch): Stretch {
  return { from: wordAt(text, from)?.from ?? from, to: wordAt(text, to - 1)?.to ?? to };
}

/** The word at an offset; undefined between words. */
function wordAt(text: string, at: number): Stretch | undefined {
  const begin = Math.max(0, at - WINDOW);
  const word = WORDS.segment(text.slice(begin, at + WINDOW)).containing(at - begin);
  if (word?.isWordLike !== true) return undefined;
  const from = begin + word.index;
  return { from, to: from + word.segment.length };
}
