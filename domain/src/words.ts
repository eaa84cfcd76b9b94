/** Scripts that put no spaces between words, as part of a character class. */
export const UNSPACED = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"]
  .map((script) => `\\p{Script=${script}}`)
  .join("");

const SEPARATOR = "\\p{Z}\\p{Cc}\\uFEFF\\u200B";
const LETTERS = `(?:(?![${UNSPACED}])[^\\p{P}${SEPARATOR}])+`;

const WORD = new RegExp(
  [
    `(?!\\p{P})[${UNSPACED}]\\p{M}*`,
    // An apostrophe within a word, and a sign between two digits, are part of it: it's, 3.5, 12:30.
    `${LETTERS}(?:(?:['’]|(?<=\\p{Nd})\\p{P}(?=\\p{Nd}))${LETTERS})*`,
  ].join("|"),
  "gu",
);
const SEPARATORS = new RegExp(`[${SEPARATOR}]`, "u");
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");

/** Numbers the spellings of words, so that texts can be compared as numbers. */
export type Vocabulary = (spelling: string) => number;

/** A vocabulary that gives one number to all spellings with the same normalized form. */
export function createVocabulary(): Vocabulary {
  const words = new Map<string, number>();
  const spellings = new Map<string, number>(); // caches, because normalizing takes longer than a lookup
  return (spelling) => {
    const known = spellings.get(spelling);
    if (known !== undefined) return known;
    const word = normalized(spelling);
    const id = words.get(word) ?? words.size;
    words.set(word, id);
    spellings.set(spelling, id);
    return id;
  };
}

/**
 * A text split into its words. The pieces together are the whole text: each is a word with the signs and
 * spaces beside it.
 */
export interface Words {
  readonly text: string;
  /** The number of each word, normalized, in a vocabulary. */
  readonly ids: Int32Array;
  /**
   * Where the piece of each word begins in `text`, in UTF-16 units; the last entry is the end of the text.
   */
  readonly cuts: Int32Array;
}

/**
 * The words of `text` as transcripts are compared: NFC, in lower case, without punctuation and white space.
 * Punctuation separates words, except an apostrophe within one, which is dropped (`it's` = `its`), and signs
 * between two digits, which stay (`3.5`). In scripts that put no spaces between words each letter is one
 * word. Linear in time; 8 bytes per word in addition to the vocabulary.
 */
export function readWords(text: string, vocabulary: Vocabulary): Words {
  const ids: number[] = [];
  const cuts: number[] = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    const gap = text.slice(end, match.index);
    const space = gap.search(SEPARATORS);
    cuts.push(ids.length === 0 ? 0 : end + (space < 0 ? gap.length : space));
    ids.push(vocabulary(match[0]));
    end = match.index + match[0].length;
  }
  cuts.push(text.length);
  return { text, ids: Int32Array.from(ids), cuts: Int32Array.from(cuts) };
}

/**
 * The code points of the words of `text`, with a space between two words unless both are unspaced letters.
 */
export function comparedCharacters(text: string): Int32Array {
  let compared = "";
  let isAfterSpaced = false;
  for (const [word] of text.normalize("NFC").toLowerCase().matchAll(WORD)) {
    const isSpaced = !IS_UNSPACED.test(word);
    if (isSpaced && isAfterSpaced) compared += " ";
    compared += withoutApostrophes(word);
    isAfterSpaced = isSpaced;
  }
  return Int32Array.from(compared, (character) => character.codePointAt(0) ?? 0);
}

/** Whether the piece of a word begins with a letter of a script that puts no spaces between words. */
export function isUnspaced(piece: string): boolean {
  return IS_UNSPACED.test(piece);
}

function normalized(word: string): string {
  return withoutApostrophes(word.normalize("NFC").toLowerCase());
}

function withoutApostrophes(word: string): string {
  return word.replace(/['’]/g, "");
}
