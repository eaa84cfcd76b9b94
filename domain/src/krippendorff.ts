import { chancePairs, type Distance, everyPair, MAX_CHANCE_PAIRS, seededRandom } from "./agreement.ts";
import { runAll, visitInSteps } from "./steps.ts";
import { tally } from "./types/vote.ts";

/** The disagreement of answers, from which alpha and its interval are computed. */
export interface Disagreement {
  /**
   * For each item with at least two answers: the mean distance of its pairs of answers, times its answers.
   */
  readonly observed: Float64Array;
  /** The number of answers of each of these items. */
  readonly answers: Float64Array;
  /** The mean distance of pairs of answers across all items: the disagreement by chance. */
  readonly expected: number;
}

/**
 * Krippendorff's alpha: 1 is perfect agreement, 0 is chance level, below 0 is worse than chance. Null if it
 * is undefined: no item has two answers, or all answers are one value, so that chance could not disagree.
 *
 * Source of this and of the metrics below: Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011).
 */
export function alphaOf({ observed, answers, expected }: Disagreement): number | null {
  return expected > 0 ? 1 - sum(observed) / sum(answers) / expected : null;
}

/**
 * The disagreement of nominal labels. `items` holds the labels that each item was given, one per annotator,
 * in any order; items with fewer than two are ignored. O(answers).
 */
export function nominalDisagreement<L>(items: readonly (readonly L[])[]): Disagreement {
  return runAll(nominalInSteps(items));
}

/** The same in small steps. */
export function* nominalInSteps<L>(items: readonly (readonly L[])[]): Generator<undefined, Disagreement> {
  const { pairable, counts, total } = yield* countPairable(items);
  const [observed, answers] = [new Float64Array(pairable.length), new Float64Array(pairable.length)];
  let index = 0;
  yield* visitInSteps(pairable, (given) => {
    observed[index] = unequalPairs(tally(given), given.length) / (given.length - 1);
    answers[index] = given.length;
    index += 1;
  });
  return {
    observed,
    answers,
    expected: total === 0 ? 0 : unequalPairs(counts, total) / (total * (total - 1)),
  };
}

/** The items with two answers or more, how often each answer occurs in them, and the number of these answers. */
function* countPairable<L>(items: readonly (readonly L[])[]) {
  const pairable: (readonly L[])[] = [];
  const counts = new Map<L, number>();
  let total = 0;
  yield* visitInSteps(items, (given) => {
    if (given.length < 2) return;
    pairable.push(given);
    total += given.length;
    for (const answer of given) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  });
  return { pairable, counts, total };
}

/** The same for finite numbers whose distance is the square of their difference, in small steps. O(answers). */
export function* intervalDisagreement(
  items: readonly (readonly number[])[],
): Generator<undefined, Disagreement> {
  const pairable: (readonly number[])[] = [];
  let [count, greatest] = [0, 0];
  yield* visitInSteps(items, (values) => {
    if (values.length < 2) return;
    pairable.push(values);
    count += values.length;
    for (const value of values) greatest = Math.max(greatest, Math.abs(value));
  });
  // Alpha does not depend on the unit. In this unit no square overflows, and a single value is 1.
  const unit = greatest || 1;
  const [observed, answers] = [new Float64Array(pairable.length), new Float64Array(pairable.length)];
  let index = 0;
  yield* visitInSteps(pairable, (given) => {
    observed[index] = (given.length * 2 * squares(given, unit)) / (given.length - 1);
    answers[index] = given.length;
    index += 1;
  });
  const expected = count === 0 ? 0 : (2 * (yield* allSquares(pairable, count, unit))) / (count - 1);
  return { observed, answers, expected };
}

/** `squares` of the values of all items together. */
function* allSquares(
  items: readonly (readonly number[])[],
  count: number,
  unit: number,
): Generator<undefined, number> {
  let [mean, total] = [0, 0];
  yield* visitInSteps(items, (values) => {
    for (const value of values) mean += value / unit;
  });
  mean /= count;
  yield* visitInSteps(items, (values) => {
    for (const value of values) total += (value / unit - mean) ** 2;
  });
  return total;
}

/**
 * The same for numbers of which only the order counts: the distance of two is the number of answers between
 * them, each end counted half. That is the distance of their middle ranks. O(answers · log answers).
 */
export function* ordinalDisagreement(
  items: readonly (readonly number[])[],
): Generator<undefined, Disagreement> {
  const { pairable, counts } = yield* countPairable(items);
  const ranks = ranksOf(counts);
  yield;
  const ranked: number[][] = [];
  yield* visitInSteps(pairable, (values) => ranked.push(values.map((value) => ranks.get(value) ?? 0)));
  return yield* intervalDisagreement(ranked);
}

/** For each value the number of `values` below it, plus half of those equal to it. */
export function midRanks(values: readonly number[]): Map<number, number> {
  return ranksOf(tally(values));
}

function ranksOf(counts: ReadonlyMap<number, number>): Map<number, number> {
  const ranks = new Map<number, number>();
  let below = 0;
  for (const [value, count] of [...counts].sort(([a], [b]) => a - b)) {
    ranks.set(value, below + count / 2);
    below += count;
  }
  return ranks;
}

/**
 * The same for answers of any kind with a `distance`. Yields after each distance, so that a service can do other work meanwhile.
 *
 * The observed disagreement is exact and takes m(m − 1)/2 calls of `distance` for an item of m answers. The
 * expected one uses every pair of answers if there are at most `MAX_CHANCE_PAIRS`, otherwise that many pairs
 * drawn with a fixed seed: the same items in the same order always give the same alpha.
 */
export function* disagreement<A>(
  items: readonly (readonly A[])[],
  distance: Distance<A>,
): Generator<undefined, Disagreement> {
  const pairable = items.filter((answers) => answers.length >= 2);
  const observed = new Float64Array(pairable.length);
  for (const [index, answers] of pairable.entries())
    observed[index] = answers.length * (yield* meanDistance(everyPair(answers), distance));
  return {
    observed,
    answers: Float64Array.from(pairable, ({ length }) => length),
    expected: yield* meanDistance(chancePairs(pairable.flat(), MAX_CHANCE_PAIRS), distance),
  };
}

/** The middle 95 % of alphas. */
export interface Interval {
  readonly low: number | null;
  readonly high: number | null;
}

const RESAMPLES = 200;
const SEED = 200_809;

/**
 * The alphas of 200 resamples of the items, with a fixed seed, and with the expected disagreement held
 * constant; empty if alpha is undefined.
 *
 * Source: Hayes and Krippendorff, "Answering the Call for a Standard Reliability Measure" (2007), p. 80. They
 * resample pairs; this resamples items, because answers to one item are not independent.
 */
export function* resampledAlphas({ observed, answers, expected }: Disagreement): Generator<number> {
  if (!(expected > 0)) return;
  const random = seededRandom(SEED);
  for (let resample = 0; resample < RESAMPLES; resample += 1) {
    let [disagreeing, weight] = [0, 0];
    for (let draw = 0; draw < observed.length; draw += 1) {
      const item = Math.floor(random() * observed.length);
      disagreeing += observed[item] ?? 0;
      weight += answers[item] ?? 0;
    }
    yield 1 - disagreeing / weight / expected;
  }
}

/** The middle 95 % of `alphas`; null if there are none. */
export function middleOf(alphas: readonly number[]): Interval {
  const ordered = alphas.toSorted((a, b) => a - b);
  return {
    low: ordered[Math.floor(ordered.length * 0.025)] ?? null,
    high: ordered[Math.ceil(ordered.length * 0.975) - 1] ?? null,
  };
}

/** Ordered pairs of different labels among `total`, by how often each occurs. */
function unequalPairs(counts: ReadonlyMap<unknown, number>, total: number): number {
  let pairs = 0;
  for (const count of counts.values()) pairs += count * (total - count);
  return pairs;
}

/** The sum of squared deviations from the mean; exactly 0 if all values have the magnitude of the unit. */
function squares(values: readonly number[], unit: number): number {
  let mean = 0;
  for (const value of values) mean += value / unit;
  mean /= values.length;
  let total = 0;
  for (const value of values) total += (value / unit - mean) ** 2;
  return total;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** 0 if there are no pairs. */
function* meanDistance<A>(
  pairs: Iterable<readonly [A, A]>,
  distance: Distance<A>,
): Generator<undefined, number> {
  let [total, count] = [0, 0];
  for (const [a, b] of pairs) {
    total += distance(a, b);
    count += 1;
    yield;
  }
  return count === 0 ? 0 : total / count;
}
