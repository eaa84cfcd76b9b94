import { mostWrong } from "../certification/bound.ts";

/** The most candidate thresholds: every 2 % of the items. */
export const MAX_CANDIDATES = 50;
/** As in `mostWrong`. */
const MAX_ITEMS = 1_000_000;
/** The wrong labels with which the first candidate could still pass. */
const TOLERATED = 1;

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
  /** The upper bound on the share of wrong labels among the `items`, 0 to 1. */
  readonly bound: number;
}

/** The steps from the highest candidate to the first that failed. */
export interface ThresholdChoice {
  /** The last step that passed; null if none did. */
  readonly chosen: ThresholdStep | null;
  /** In the order of the test, down to the first that failed; none if the check sample is too small for any. */
  readonly steps: readonly ThresholdStep[];
}

/**
 * The thresholds to test, highest first: the scores at every 2 % of the items, from the first whose items could pass with
 * one wrong label on, if they have their share of a check sample of `checks` items. None if the sample is too small.
 * Equal scores are on the same side. A null score, or −Infinity, is below all others; null as threshold means all items.
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
): (number | null)[] {
  return candidatesOf(sorted(scores), checks, goal).map(shown);
}

/**
 * Chooses the lowest threshold that shows that at most `max_wrong` of the labels at or above it are wrong. Tests the
 * candidates from the highest on and stops at the first whose bound exceeds `max_wrong`.
 *
 * Exact for any scores, however badly calibrated: the check sample must be a uniform one without replacement of all items
 * in `scores`. Given how many of its n items are at or above a threshold (n_t), these are a uniform sample of the N_t items
 * there, so that the number of wrong ones is hypergeometric, and `mostWrong` tests D_t/N_t > `max_wrong` at
 * α = 1 − `confidence`. The order of the tests is fixed before the sample is drawn. A false choice has passed the first
 * threshold of that order with too many wrong labels, and that one test has the chance α at most. So α is spent once, not
 * per threshold.
 *
 * Throws the RangeErrors of `candidateThresholds`, and one if `check` is not a part of the items. Takes 0.3 s for a million.
 *
 * Sources: fixed-sequence testing, e.g. Bauer, "Multiple testing in clinical trials", Statistics in Medicine 10 (1991); for
 * thresholds of models Angelopoulos, Bates, Candès, Jordan and Lei, "Learn then Test", arXiv 2110.01052 (2021); for
 * labels Candès, Ilyas and Zrnic, "Probably approximately correct labels", arXiv 2506.10908 (2025).
 */
export function chooseThreshold(
  scores: ArrayLike<number | null>,
  check: readonly CheckedPrediction[],
  goal: ThresholdGoal,
): ThresholdChoice {
  const ascending = sorted(scores);
  const steps: ThresholdStep[] = [];
  let chosen: ThresholdStep | null = null;
  for (const least of candidatesOf(ascending, check.length, goal)) {
    const items = countFrom(ascending, least);
    const above = check.filter(({ score }) => (score ?? -Infinity) >= least);
    const wrong = above.reduce((sum, { right }) => sum + Number(!right), 0);
    const bound = boundOf(items, above.length, wrong, goal);
    const step = { threshold: shown(least), items, checked: above.length, wrong, bound };
    steps.push(step);
    if (bound > goal.max_wrong) break;
    chosen = step;
  }
  return { chosen, steps };
}

function candidatesOf(ascending: Float64Array, checks: number, goal: ThresholdGoal): number[] {
  assertGoal(goal);
  const N = ascending.length;
  if (!Number.isInteger(checks) || checks < 0 || checks > N)
    throw new RangeError(`the check sample has ${checks} items of ${N}`);
  const candidates = new Set<number>();
  for (let place = 1; place <= MAX_CANDIDATES; place += 1) {
    const least = ascending[N - Math.ceil((N * place) / MAX_CANDIDATES)];
    if (least !== undefined && (candidates.size > 0 || couldPass(countFrom(ascending, least))))
      candidates.add(least);
  }
  return [...candidates];

  function couldPass(items: number): boolean {
    const expected = Math.floor((checks * items) / N);
    return expected >= TOLERATED && boundOf(items, expected, TOLERATED, goal) <= goal.max_wrong;
  }
}

function boundOf(items: number, checked: number, wrong: number, { confidence }: ThresholdGoal): number {
  return mostWrong(items, checked, wrong, 1 - confidence) / items;
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
