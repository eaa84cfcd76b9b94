import { tally } from "./types/vote.ts";

/**
 * How many pairs of answers are compared, over all, to estimate the disagreement expected by chance.
 * The estimate then errs by at most .5/√20,000 = .0035 (one standard error); it is exact where there are
 * fewer pairs.
 */
export const MAX_CHANCE_PAIRS = 20_000;

/** 0 (the same) to 1 (nothing shared); symmetric. */
export type Distance<A> = (a: A, b: A) => number;

/**
 * Krippendorff's alpha for nominal labels: 1 is perfect agreement, 0 what chance gives, below 0 is worse.
 *
 * `items` holds the labels that each item was given, one per annotator, in any order. Items with fewer
 * than two are not pairable and left out. Null where alpha is undefined: no pairable item, or only one
 * label among them. O(answers).
 *
 * Source: Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section C.
 */
export function nominalAlpha(items: readonly (readonly string[])[]): number | null {
  const pairable = items.filter((labels) => labels.length >= 2);
  const labels = pairable.flat();
  const observed = pairable.reduce((sum, ofItem) => sum + unequalPairs(ofItem) / (ofItem.length - 1), 0);
  return alphaOf(observed / labels.length, unequalPairs(labels) / (labels.length * (labels.length - 1)));
}

/**
 * Krippendorff's alpha for answers of any kind, as `nominalAlpha` but with `distance` for disagreement.
 *
 * The observed disagreement is exact and takes m(m − 1)/2 calls of `distance` for an item of m answers.
 * The expected one takes every pair of answers where there are at most `MAX_CHANCE_PAIRS`, else that many
 * pairs drawn with a fixed seed: the same items in the same order always give the same alpha.
 */
export function alpha<A>(items: readonly (readonly A[])[], distance: Distance<A>): number | null {
  const pairable = items.filter((answers) => answers.length >= 2);
  const answers = pairable.flat();
  const observed = pairable.reduce(
    (sum, ofItem) => sum + (meanDistance(everyPair(ofItem), distance) ?? 0) * ofItem.length,
    0,
  );
  const expected = meanDistance(chancePairs(answers, MAX_CHANCE_PAIRS), distance);
  return alphaOf(observed / answers.length, expected ?? 0);
}

/**
 * The pairs of answers, whatever their item, that tell how far chance alone would disagree: every pair, or
 * where there are more than `most`, so many drawn with a fixed seed.
 */
export function chancePairs<A>(answers: readonly A[], most: number): Iterable<readonly [A, A]> {
  const pairs = (answers.length * (answers.length - 1)) / 2;
  return pairs <= most ? everyPair(answers) : drawnPairs(answers, most);
}

/** Agreement without regard to chance, as counts over the items that have at least two answers. */
export interface RawAgreement {
  readonly items: number;
  /** Items on which all answers agree with one another. */
  readonly unanimous_items: number;
  /** Pairs of answers to the same item. */
  readonly pairs: number;
  readonly agreeing_pairs: number;
}

/** Counts the pairs that agree, and the items where all do; the share is agreeing pairs by pairs. */
export function rawAgreement<A>(
  items: readonly (readonly A[])[],
  agree: (a: A, b: A) => boolean,
): RawAgreement {
  const counts = { items: 0, unanimous_items: 0, pairs: 0, agreeing_pairs: 0 };
  for (const answers of items) {
    if (answers.length < 2) continue;
    const pairs = (answers.length * (answers.length - 1)) / 2;
    let agreeing = 0;
    for (const [a, b] of everyPair(answers)) if (agree(a, b)) agreeing += 1;
    counts.items += 1;
    counts.unanimous_items += agreeing === pairs ? 1 : 0;
    counts.pairs += pairs;
    counts.agreeing_pairs += agreeing;
  }
  return counts;
}

/** 1 − observed by expected disagreement; null where nothing was expected to disagree, or nothing is there. */
export function alphaOf(observed: number, expected: number): number | null {
  return expected > 0 ? 1 - observed / expected : null;
}

/** Ordered pairs of different labels among `labels`. */
function unequalPairs(labels: readonly string[]): number {
  const counts = [...tally(labels).values()];
  return counts.reduce((sum, count) => sum + count * (labels.length - count), 0);
}

function meanDistance<A>(pairs: Iterable<readonly [A, A]>, distance: Distance<A>): number | null {
  let [sum, count] = [0, 0];
  for (const [a, b] of pairs) {
    sum += distance(a, b);
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

/** Each two of `answers`, once. */
export function* everyPair<A>(answers: readonly A[]): Generator<readonly [A, A]> {
  for (const [index, a] of answers.entries()) {
    for (const b of answers.slice(index + 1)) yield [a, b];
  }
}

/** `count` pairs of answers at different places, each pair equally likely. */
function* drawnPairs<A>(answers: readonly A[], count: number): Generator<readonly [A, A]> {
  const random = seededRandom(count);
  for (let drawn = 0; drawn < count; drawn += 1) {
    const first = Math.floor(random() * answers.length);
    const step = 1 + Math.floor(random() * (answers.length - 1));
    const [a, b] = [answers[first], answers[(first + step) % answers.length]];
    if (a !== undefined && b !== undefined) yield [a, b];
  }
}

/** Numbers from 0 up to 1, the same ones for the same seed. Source: "mulberry32" by Tommy Ettinger (public domain). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
