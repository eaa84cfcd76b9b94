import { editDistance } from "../../edit-distance.ts";
import { comparedCharacters, createVocabulary, readWords } from "../../words.ts";

/** The maximum of word errors divided by words of the audited transcript for an acceptable transcript. */
export const ACCEPTABLE_WER = 0.05;

/** The maximum of symbol pairs in one comparison: two texts of 30,000 characters, about 0.1 s. */
const CELLS = 1e9;

/**
 * The share of characters to change to turn one text into the other, 0 to 1: edit distance divided by the
 * length of the longer text, both normalized by `comparedCharacters`. An upper bound for texts that need more
 * than `cells` pairs of characters, see `editDistance`.
 */
export function textDistance(a: string, b: string, cells: number = CELLS): number {
  if (a === b) return 0;
  const [one, other] = [comparedCharacters(a), comparedCharacters(b)];
  const longer = Math.max(one.length, other.length);
  return longer === 0 ? 0 : editDistance(one, other, { cells, gram: 16 }) / longer;
}

/**
 * Word error rate: words to insert, remove or replace, divided by the words of `reference` (by one if it has
 * none). Words are those of `readWords`. An upper bound for very long and different texts, see
 * `editDistance`.
 */
export function wordErrorRate(text: string, reference: string, cells: number = CELLS): number {
  const vocabulary = createVocabulary();
  const [given, expected] = [readWords(text, vocabulary), readWords(reference, vocabulary)];
  return editDistance(given.ids, expected.ids, { cells, gram: 1 }) / Math.max(1, expected.ids.length);
}
