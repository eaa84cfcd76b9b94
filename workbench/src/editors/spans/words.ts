/** A stretch of a text in UTF-16 units; the end is exclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The stretch without white space at its ends; undefined if it is only white space. */
export function trimmed(text: string, from: number, to: number): Stretch | undefined {
  const part = text.slice(from, to);
  const begin = from + part.length - part.trimStart().length;
  const end = to - (part.length - part.trimEnd().length);
  return begin < end ? { from: begin, to: end } : undefined;
}

/** Cuts a text in any script into words and what is between them. */
export const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** How far around an offset words are looked for, in UTF-16 units: longer words are cut here. */
const WINDOW = 256;

/**
 * The stretch grown to whole words and without white space at its ends; undefined if it is only white space. Words are
 * those of Unicode's segmentation, which finds them in scripts without spaces too. An apostrophe ends a word, so that
 * the name in “Acme's” and in “l'Italia” stays alone.
 */
export function wholeWords(text: string, from: number, to: number): Stretch | undefined {
  const stretch = trimmed(text, from, to);
  if (stretch === undefined) return undefined;
  return { from: wordAt(text, stretch.from).from, to: wordAt(text, lastUnit(text, stretch.to)).to };
}

/** Whether neither end of the stretch, which is not empty, lies within a word. */
export function isWholeWords(text: string, { from, to }: Stretch): boolean {
  return wordAt(text, from).from === from && wordAt(text, lastUnit(text, to)).to === to;
}

/** The start of the character before an offset. */
function lastUnit(text: string, to: number): number {
  return to > 1 && (text.codePointAt(to - 2) ?? 0) > 0xffff ? to - 2 : to - 1;
}

/** The word at an offset; a sign that belongs to no word is alone. */
function wordAt(text: string, offset: number): Stretch {
  const begin = beginOf(text, offset);
  const window = text.slice(begin, offset + WINDOW);
  const found = segmenter.segment(window).containing(offset - begin);
  if (found === undefined) return { from: offset, to: offset + 1 };
  const { segment, index } = found;
  const within = offset - begin - index;
  const before = Math.max(segment.lastIndexOf("'", within), segment.lastIndexOf("’", within));
  const after = segment.slice(within).search(/['’]/);
  const isApostrophe = before === within;
  return {
    from: begin + index + (isApostrophe ? within : before + 1),
    to: begin + index + (isApostrophe ? within + 1 : after < 0 ? segment.length : within + after),
  };
}

/**
 * Where to begin to look for the word at an offset: after the white space before it, so that the words are the same from
 * each of their characters. In a script without spaces that is `WINDOW` units before it, and never within a character.
 */
export function beginOf(text: string, offset: number): number {
  const least = Math.max(0, offset - WINDOW);
  const space = text.slice(least, offset).search(/\s\S*$/);
  if (space >= 0) return least + space + 1;
  return (text.codePointAt(least - 1) ?? 0) > 0xffff ? least - 1 : least;
}
