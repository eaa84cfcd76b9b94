import { UNSPACED } from "../words.ts";

/** A word or a sign of a text. Offsets are Unicode code points, `end` is exclusive. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** True if a line of the text ended after the previous token. */
  readonly startsLine: boolean;
}

const TOKEN = new RegExp(
  [
    `[${UNSPACED}]\\p{M}*`,
    `(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}_])+`,
    // White space in the widest sense of any reader: Python's `split` includes U+001C and U+0085.
    "[^\\p{Z}\\p{Cc}\\uFEFF]",
  ].join("|"),
  "gu",
);

/** Half of a character of two UTF-16 units. */
export const SURROGATE = /[\ud800-\udfff]/;

const LINE_END = /[\n\v\f\r\u0085\u2028\u2029]/;

/**
 * The tokens of `text` in order, each split further at the `cuts` (code point offsets) inside it.
 *
 * A token is a run of letters, marks, digits and `_`; a single letter with its marks if the script puts no
 * spaces between words; or any other single character that is neither white space nor control.
 */
export function tokenise(text: string, cuts: ReadonlySet<number>): Token[] {
  const tokens: Token[] = [];
  const count = SURROGATE.test(text) ? countCharacters : countUnits;
  const next = [...cuts].sort((a, b) => b - a); // the next cut is the last
  let read = 0; // UTF-16 units of `text`
  let offset = 0; // code points
  for (const match of text.matchAll(TOKEN)) {
    const gap = text.slice(read, match.index);
    offset += count(gap);
    let startsLine = gap !== " " && LINE_END.test(gap);
    while ((next.at(-1) ?? Number.POSITIVE_INFINITY) <= offset) next.pop();
    const isWhole = offset + count(match[0]) <= (next.at(-1) ?? Number.POSITIVE_INFINITY);
    for (const piece of isWhole ? [match[0]] : pieces(match[0], offset, cuts)) {
      const start = offset;
      offset += count(piece);
      tokens.push({ text: piece, start, end: offset, startsLine });
      startsLine = false;
    }
    read = match.index + match[0].length;
  }
  return tokens;
}

/** `word`, which begins at `start`, split at the `cuts` inside it. */
function pieces(word: string, start: number, cuts: ReadonlySet<number>): readonly string[] {
  const found: string[] = [];
  let piece = "";
  let offset = start;
  for (const character of word) {
    if (piece !== "" && cuts.has(offset)) {
      found.push(piece);
      piece = "";
    }
    piece += character;
    offset += 1;
  }
  found.push(piece);
  return found;
}

function countUnits(text: string): number {
  return text.length;
}

function countCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count += 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return count;
}
