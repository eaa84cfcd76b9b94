import { editDistance } from "../../edit-distance.ts";
import { comparedCharacters, createVocabulary, readWords } from "../../words.ts";

/** Word errors by words of the audited transcript up to which a delivered one stands. */
export const ACCEPTABLE_WER = 0.05;

/** Pairs of symbols that one comparison looks at: two texts of 30,000 characters, some 0.1 s. */
const CELLS = 1e9;

/**
 * The share of characters to be changed to make one text of the other, 0 to 1: edit distance by the length of the
 * longer, both as `comparedCharacters` has them. Of texts that differ in more than `cells` pairs of characters an
 * upper bound, see `editDistance`.
 */
export function textDistance(a: string, b: string, cells: number = CELLS): number {
  if (a === b) return 0;
  const [one, other] = [comparedCharacters(a), comparedCharacters(b)];
  const longer = Math.max(one.length, other.length);
  return longer === 0 ? 0 : editDistance(one, other, { cells, gram: 16 }) / longer;
}

/**
 * Word error rate: words to insert, remove or replace, by words of `reference` (of one, where it has none).
 * Words are those of `readWords`. Of very long and different texts an upper bound, see `editDistance`.
 */
export function wordErrorRate(text: string, reference: string, cells: number = CELLS): number {
  const vocabulary = createVocabulary();
  const [given, expected] = [readWords(text, vocabulary), readWords(reference, vocabulary)];
  return editDistance(given.ids, expected.ids, { cells, gram: 1 }) / Math.max(1, expected.ids.length);
}
