import { mostWrong } from "../certification/bound.ts";

/** The most candidate thresholds: every 2 % of the items. */
export const MAX_CANDIDATES = 50;
/** As in `mostWrong`. */
const MAX_ITEMS = 1_000_000;
/** The wrong labels with which the first candidate could still pass. */
const TOLERATED = 1;
/** Candidates at which an equal part of α begins. */
export const STARTS = 4;

/** What a threshold must show. */
export interface ThresholdGoal {
  /** The share of accepted labels that may be wrong, from 0 and below 1. */
  readonly max_wrong: number;
  /** The chance, above 0 and below 1, that no more than `max_wrong` are wrong where a threshold is chosen. */
  readonly confidence: number;
}

/** An item of the check sample. */
export interface CheckedPrediction {
  /** Null if the model gave none. */
  readonly score: number | null;
  /** Whether the model's label is acceptable beside people's. An item that people could not answer is false. */
  readonly right: boolean;
}

/** What a threshold leaves of the items and of the check sample. */
export interface ThresholdStep {
  /** Items with this score or a higher one are accepted; null accepts all, also those without a score. */
  readonly threshold: number | null;
  /** N_t: items at or above the threshold. */
  readonly items: number;
  /** n_t: those of them that people checked. */
  readonly checked: number;
  /** d_t: checked items whose predicted label is wrong. */
  readonly wrong: number;
  /** The chance that the bound is too low; at most 1 − confidence. */
  readonly alpha: number;
  /** The upper bound on the share of wrong labels among the `items`, 0 to 1. */
  readonly bound: number;
}

/** The tests that led to a threshold. */
export interface ThresholdChoice {
  /** The last step that passed; null if none did. */
  readonly chosen: ThresholdStep | null;
  /** In the order of the tests; none if the check sample is too small for any. */
  readonly steps: readonly ThresholdStep[];
}

/** A threshold to test. */
export interface CandidateThreshold {
  /** As in `ThresholdStep`. */
  readonly threshold: number | null;
  /** The part of 1 − confidence that begins here; 0 for most. */
  readonly alpha: number;
}

/**
 * The thresholds to test, highest first: the scores at every 2 % of the items, from the first whose items could pass with
 * one wrong label on, if they have their share of a check sample of `checks` items. None if the sample is too small. A
 * quarter of α = 1 − `confidence` begins there, another at all items, and two between, by equal factors. Equal scores are on the
 * same side. A null score, or −Infinity, is below all others; null as threshold means all items.
 *
 * Only the scores of all items and the size of the sample decide. Which items are in the sample must not: a start that
 * depends on how many of them a set has would prefer samples that missed the errors above it.
 *
 * Throws a RangeError for more than 1,000,000 scores, for NaN, and for a goal or `checks` outside their ranges.
 */
export function candidateThresholds(
  scores: ArrayLike<number | null>,
  checks: number,
  goal: ThresholdGoal,
): CandidateThreshold[] {
  return candidatesOf(sorted(scores), checks, goal).map(([least, alpha]) => ({
    threshold: shown(least),
    alpha,
  }));
}

/**
 * Chooses the lowest threshold that shows that at most `max_wrong` of the labels at or above it are wrong. Tests the
 * candidates from the highest on, each with the α that has reached it. Where one fails (its bound exceeds `max_wrong`), that α
 * is lost, and the tests go on where the next part of α begins.
 *
 * Exact for any scores, however badly calibrated: the check sample must be a uniform one without replacement of all items
 * in `scores`. Given how many of its n items are at or above a threshold (n_t), these are a uniform sample of the N_t items
 * there, so that the number of wrong ones is hypergeometric, and `mostWrong` tests D_t/N_t > `max_wrong` exactly. The
 * candidates and their parts of α are fixed before the sample is drawn. Take the candidates with too many wrong labels: α
 * that reaches one of them goes no further unless that test errs. So each part of α is at stake in at most one such test that
 * did not follow an error, and the chance that any of them passes is at most the sum of the parts, α, however many there are.
 *
 * Several parts instead of one at the first candidate, because one that starts with a hundred checks stops there if three of
 * them are wrong, although all checks together would show much more: in simulated checks with 5 % allowed, a model that is wrong
 * on 2 % whatever its score is accepted for 95 % of the items instead of 24 %.
 *
 * Throws the RangeErrors of `candidateThresholds`, and one if `check` is not a part of the items. Takes 0.3 s for a million.
 *
 * Sources: the fallback procedure of Wiens and Dmitrienko, Journal of Biopharmaceutical Statistics 15 (2005), which is
 * fixed-sequence testing with several parts of α; for thresholds of models Angelopoulos, Bates, Candès, Jordan and Lei, "Learn
 * then Test", arXiv 2110.01052 (2021); for labels Candès, Ilyas and Zrnic, "Probably approximately correct labels", arXiv
 * 2506.10908 (2025).
 */
export function chooseThreshold(
  scores: ArrayLike<number | null>,
  check: readonly CheckedPrediction[],
  goal: ThresholdGoal,
): ThresholdChoice {
  const ascending = sorted(scores);
  const steps: ThresholdStep[] = [];
  let chosen: ThresholdStep | null = null;
  let alpha = 0;
  for (const [least, part] of candidatesOf(ascending, check.length, goal)) {
    alpha += part;
    if (alpha === 0) continue;
    const items = countFrom(ascending, least);
    const above = check.filter(({ score }) => (score ?? -Infinity) >= least);
    const wrong = above.reduce((sum, { right }) => sum + Number(!right), 0);
    const bound = mostWrong(items, above.length, wrong, alpha) / items;
    const step = { threshold: shown(least), items, checked: above.length, wrong, alpha, bound };
    steps.push(step);
    if (bound <= goal.max_wrong) chosen = step;
    else alpha = 0;
  }
  return { chosen, steps };
}

/** The lowest score of each candidate with the part of α that begins there, highest first. */
function candidatesOf(ascending: Float64Array, checks: number, goal: ThresholdGoal): [number, number][] {
  assertGoal(goal);
  const N = ascending.length;
  if (!Number.isInteger(checks) || checks < 0 || checks > N)
    throw new RangeError(`the check sample has ${checks} items of ${N}`);
  const part = alphaOf(goal.confidence) / STARTS;
  const leasts = Array.from(
    { length: MAX_CANDIDATES },
    (_, place) => ascending[N - Math.ceil((N * (place + 1)) / MAX_CANDIDATES)] ?? -Infinity,
  );
  const first = leasts.findIndex((least) => {
    const items = countFrom(ascending, least);
    const expected = Math.floor((checks * items) / N);
    return expected >= TOLERATED && mostWrong(items, expected, TOLERATED, part) / items <= goal.max_wrong;
  });
  if (first === -1) return [];
  const parts = new Map(leasts.slice(first).map((least) => [least, 0]));
  for (const place of startPlaces(first)) {
    const least = leasts[place] ?? -Infinity;
    parts.set(least, (parts.get(least) ?? 0) + part);
  }
  return [...parts];
}

/** The places of candidates, from 0, at which the parts of α begin: from `first` to the last, by equal factors. */
export function startPlaces(first: number): number[] {
  const factor = (MAX_CANDIDATES / (first + 1)) ** (1 / (STARTS - 1));
  return Array.from({ length: STARTS }, (_, start) => Math.round((first + 1) * factor ** start) - 1);
}

/** 1 − `confidence`, without the error of the subtraction: 0.05, not 0.050000000000000044. */
export function alphaOf(confidence: number): number {
  return Number((1 - confidence).toPrecision(12));
}

/** Throws a RangeError for a goal outside its ranges. */
export function assertGoal({ max_wrong, confidence }: ThresholdGoal): void {
  if (!(max_wrong >= 0 && max_wrong < 1))
    throw new RangeError(`max_wrong must be from 0 and below 1 (got ${max_wrong})`);
  if (!(confidence > 0 && confidence < 1))
    throw new RangeError(`confidence must be above 0 and below 1 (got ${confidence})`);
}

function sorted(scores: ArrayLike<number | null>): Float64Array {
  if (scores.length > MAX_ITEMS)
    throw new RangeError(`a threshold is for at most ${MAX_ITEMS} items (got ${scores.length})`);
  const ascending = Float64Array.from(scores, (score) => score ?? -Infinity).sort();
  if (Number.isNaN(ascending.at(-1))) throw new RangeError("a score must be a number or null (got NaN)"); // sorts last
  return ascending;
}

/** How many scores are `least` or higher. */
function countFrom(ascending: Float64Array, least: number): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ascending[middle] ?? least) < least) from = middle + 1;
    else to = middle;
  }
  return ascending.length - from;
}

function shown(least: number): number | null {
  return least === -Infinity ? null : least;
}
