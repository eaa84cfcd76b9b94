import { chancePairs, type Distance, everyPair, MAX_CHANCE_PAIRS, seededRandom } from "./agreement.ts";
import { tally } from "./types/vote.ts";

/** How far answers disagree, from which alpha and its interval follow. */
export interface Disagreement {
  /** Of each item with at least two answers: the mean distance of its pairs of answers, times its answers. */
  readonly observed: Float64Array;
  /** How many answers each of these items has. */
  readonly answers: Float64Array;
  /** The mean distance of pairs of answers whatever their item: what chance gives. */
  readonly expected: number;
}

/**
 * Krippendorff's alpha: 1 is perfect agreement, 0 what chance gives, below 0 is worse. Null where it is
 * undefined: no item has two answers, or chance could not disagree since all answers are one value.
 *
 * Source of this and of the metrics below: Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011).
 */
export function alphaOf({ observed, answers, expected }: Disagreement): number | null {
  return expected > 0 ? 1 - sum(observed) / sum(answers) / expected : null;
}

/**
 * The disagreement of labels that are equal or not. `items` holds the labels that each item was given, one per
 * annotator, in any order; items with fewer than two are left out. O(answers).
 */
export function nominalDisagreement<L>(items: readonly (readonly L[])[]): Disagreement {
  const pairable = items.filter((labels) => labels.length >= 2);
  const labels = pairable.flat();
  return {
    observed: Float64Array.from(pairable, (given) => unequalPairs(given) / (given.length - 1)),
    answers: Float64Array.from(pairable, ({ length }) => length),
    expected: labels.length === 0 ? 0 : unequalPairs(labels) / (labels.length * (labels.length - 1)),
  };
}

/** The same for finite numbers whose distance is the square of their difference. O(answers). */
export function intervalDisagreement(items: readonly (readonly number[])[]): Disagreement {
  const pairable = items.filter((values) => values.length >= 2);
  const values = pairable.flat();
  // Alpha is the same in every unit; in this one no square leaves the range of numbers, and one value alone is 1.
  const unit = values.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 0) || 1;
  const spread = (given: readonly number[]) => (2 * squares(given, unit)) / (given.length - 1);
  return {
    observed: Float64Array.from(pairable, (given) => given.length * spread(given)),
    answers: Float64Array.from(pairable, ({ length }) => length),
    expected: values.length === 0 ? 0 : spread(values),
  };
}

/**
 * The same for numbers of which only the order counts: two are as far apart as there are answers between
 * them, each end counted half. That is the distance of their middle ranks. O(answers · log answers).
 */
export function ordinalDisagreement(items: readonly (readonly number[])[]): Disagreement {
  const pairable = items.filter((values) => values.length >= 2);
  const ranks = midRanks(pairable.flat());
  return intervalDisagreement(pairable.map((values) => values.map((value) => ranks.get(value) ?? 0)));
}

/** Of each value how many of `values` are below it, with half of those that are equal. */
export function midRanks(values: readonly number[]): Map<number, number> {
  const ranks = new Map<number, number>();
  let below = 0;
  for (const [value, count] of [...tally(values)].sort(([a], [b]) => a - b)) {
    ranks.set(value, below + count / 2);
    below += count;
  }
  return ranks;
}

/**
 * The same for answers of any kind and their `distance`.
 *
 * What is observed is exact and takes m(m − 1)/2 calls of `distance` for an item of m answers. What chance
 * gives takes every pair of answers where there are at most `MAX_CHANCE_PAIRS`, else that many pairs drawn
 * with a fixed seed: the same items in the same order always give the same alpha.
 */
export function disagreement<A>(items: readonly (readonly A[])[], distance: Distance<A>): Disagreement {
  const pairable = items.filter((answers) => answers.length >= 2);
  const mean = (pairs: Iterable<readonly [A, A]>) => meanDistance(pairs, distance);
  return {
    observed: Float64Array.from(pairable, (answers) => answers.length * mean(everyPair(answers))),
    answers: Float64Array.from(pairable, ({ length }) => length),
    expected: mean(chancePairs(pairable.flat(), MAX_CHANCE_PAIRS)),
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
 * The alphas that items drawn again and again give (200 times, with a fixed seed), with what chance gives held
 * as it is; none where alpha is undefined.
 *
 * Source: Hayes and Krippendorff, "Answering the Call for a Standard Reliability Measure" (2007), p. 80, who
 * draw pairs; items, since answers to one item are no strangers.
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

/** The middle 95 % of `alphas`; null where there are none. */
export function middleOf(alphas: readonly number[]): Interval {
  const ordered = alphas.toSorted((a, b) => a - b);
  return {
    low: ordered[Math.floor(ordered.length * 0.025)] ?? null,
    high: ordered[Math.ceil(ordered.length * 0.975) - 1] ?? null,
  };
}

/** Ordered pairs of different labels among `labels`. */
function unequalPairs(labels: readonly unknown[]): number {
  let pairs = 0;
  for (const count of tally(labels).values()) pairs += count * (labels.length - count);
  return pairs;
}

/** The squared deviations from the mean, summed; exactly 0 where all values are as great as the unit. */
function squares(values: readonly number[], unit: number): number {
  const inUnits = values.map((value) => value / unit);
  const mean = sum(inUnits) / inUnits.length;
  return inUnits.reduce((total, value) => total + (value - mean) ** 2, 0);
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** 0 where there are no pairs. */
function meanDistance<A>(pairs: Iterable<readonly [A, A]>, distance: Distance<A>): number {
  let [total, count] = [0, 0];
  for (const [a, b] of pairs) {
    total += distance(a, b);
    count += 1;
  }
  return count === 0 ? 0 : total / count;
}
