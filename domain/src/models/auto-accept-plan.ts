import { greatestWhere } from "../certification/bisection.ts";
import { TIE } from "../certification/bound.ts";
import { hypergeometricTail } from "../certification/distributions.ts";
import { alphaOf, assertGoal, MAX_CANDIDATES, STARTS, startPlaces, type ThresholdGoal } from "./threshold.ts";

const MAX_WRONG = [0.01, 0.02, 0.05, 0.1] as const;
const ACCURACIES = [0.8, 0.9, 0.95, 0.98] as const;
/** Sizes of the check sample among which a row chooses. */
const CHECKS = [100, 200, 400, 600, 1000, 2000, 4000] as const;

/** What to plan. */
export interface AutoAcceptBatch {
  /** Items with a prediction, 1 to 1,000,000. */
  readonly items: number;
  /** Answers that an item gets from people, at least 1. */
  readonly overlap: number;
  /** Above 0 and below 1. */
  readonly confidence: number;
  /** Items that people check, at most `items`; absent = the size that saves most answers, row by row. */
  readonly check?: number;
}

/** What one kind of scores leads to. */
export interface AutoAcceptExpectation {
  /** The mean share of the items that a threshold accepts, 0 to 1. */
  readonly accepted: number;
  /** Answers that people need not give, on average: `overlap` for each accepted item that was not checked. */
  readonly answers_saved: number;
}

/** What a model of one accuracy leads to. */
export interface AutoAcceptRow {
  readonly max_wrong: number;
  /** The share of all items on which the model is right. */
  readonly accuracy: number;
  /** Items that people check. */
  readonly check: number;
  /** If scores say nothing: every set of items has the same share of wrong labels. */
  readonly uninformative: AutoAcceptExpectation;
  /** If the surest share s of the items has s² times the error rate of all, so that the surer half has a quarter of it. */
  readonly informative: AutoAcceptExpectation;
}

/**
 * What `chooseThreshold` can be expected to accept, before anything is spent: if 1, 2, 5 or 10 % may be wrong, and the model is
 * right on 80, 90, 95 or 98 % of the items. Nobody knows yet what the scores are worth, so a row has two assumptions. Scores
 * that mislead (the surest labels are wrong more often than the others) accept less than uninformative ones: next to nothing.
 *
 * Computes the mean over all samples, if all scores differ, each candidate set has its share of the sample, and checked labels
 * are wrong independently of each other: simulated thresholds accept within 0.03 of it. Labels that people get wrong count as
 * errors of the model, so its accuracy is that beside their labels. Without `check`, a row has the size from 100 to 4,000
 * that saves most answers if scores are informative.
 *
 * Throws a RangeError for values outside their ranges.
 */
export function planAutoAccept(batch: AutoAcceptBatch): AutoAcceptRow[] {
  const sizes = sizesOf(batch);
  return MAX_WRONG.flatMap((max_wrong) => {
    const goal = { max_wrong, confidence: batch.confidence };
    assertGoal(goal);
    const tests = sizes.map((check) => ({ check, steps: plannedSteps(batch.items, check, goal) }));
    return ACCURACIES.map((accuracy) => {
      const rows = tests.map(({ check, steps }): AutoAcceptRow => {
        const expect = (power: number): AutoAcceptExpectation => {
          const accepted = meanAccepted(steps, 1 - accuracy, power);
          return { accepted, answers_saved: Math.round(accepted * (batch.items - check) * batch.overlap) };
        };
        return { max_wrong, accuracy, check, uninformative: expect(0), informative: expect(2) };
      });
      return rows.reduce((best, row) => (saved(row) > saved(best) ? row : best));
    });
  });
}

function saved({ informative }: AutoAcceptRow): number {
  return informative.answers_saved;
}

function sizesOf({ items, overlap, check }: AutoAcceptBatch): number[] {
  if (!(Number.isInteger(items) && items >= 1 && items <= 1_000_000 && overlap >= 1))
    throw new RangeError(`no plan for ${items} items with ${overlap} answers each`);
  if (check === undefined) return items < CHECKS[0] ? [items] : CHECKS.filter((size) => size <= items);
  if (Number.isInteger(check) && check >= 0 && check <= items) return [check];
  throw new RangeError(`check must be a whole number from 0 to ${items} (got ${check})`);
}

/** A candidate of `chooseThreshold` before the check. */
interface PlannedStep {
  /** The share of the items, 0 to 1. */
  readonly share: number;
  readonly checked: number;
  /** How many parts of α begin here. */
  readonly parts: number;
  /** The most wrong labels with which it passes, by the number of parts of α that have reached it; −1 without any. */
  readonly most: readonly number[];
}

function plannedSteps(items: number, check: number, goal: ThresholdGoal): PlannedStep[] {
  const steps = Array.from({ length: MAX_CANDIDATES }, (_, place) => {
    const accepted = Math.ceil((items * (place + 1)) / MAX_CANDIDATES);
    const checked = Math.floor((check * accepted) / items);
    const allowed = (part: number) => mostAllowed(accepted, checked, goal, part / STARTS);
    return { share: accepted / items, checked, allowed };
  });
  const first = steps.findIndex(({ checked, allowed }) => checked >= 1 && allowed(1) >= 1);
  if (first === -1) return [];
  const starts = startPlaces(first);
  return steps.slice(first).map(({ share, checked, allowed }, place) => ({
    ...{ share, checked, parts: starts.filter((start) => start === first + place).length },
    most: Array.from({ length: STARTS + 1 }, (_, parts) => (parts === 0 ? -1 : allowed(parts))),
  }));
}

/**
 * The greatest d with `mostWrong(N, n, d, α)`/N ≤ `max_wrong`, where α is a `part` of 1 − `confidence`, or −1 if there is none:
 * the test that this bound inverts, with one tail for each d instead of a search for each.
 */
export function mostAllowed(
  N: number,
  n: number,
  { max_wrong, confidence }: ThresholdGoal,
  part: number,
): number {
  const nearest = Math.round(N * max_wrong);
  const tooMany = nearest / N <= max_wrong ? nearest + 1 : nearest; // as the bound compares, D/N with max_wrong
  const alpha = part * alphaOf(confidence);
  return greatestWhere(0, n, (d) => hypergeometricTail(d, N, tooMany, n) <= alpha * TIE) ?? -1;
}

/** Samples with the same parts of α, by their number of wrong labels. */
interface Walks {
  readonly chances: Float64Array;
  /** The share that the last passed step accepts, summed over the samples by their chances. */
  readonly accepted: Float64Array;
}

/**
 * The mean share of the items that the steps accept, if the surest share s of them has the error rate `rate`·s^`power`. By
 * the distribution of the wrong labels that are found, apart for each number of parts of α that have reached a step.
 */
function meanAccepted(steps: readonly PlannedStep[], rate: number, power: number): number {
  const size = Math.max(...steps.flatMap(({ most }) => most), 0) + 1;
  let walks = Array.from({ length: STARTS + 1 }, () => emptyWalks(size));
  walks[0]?.chances.fill(1, 0, 1);
  let [mean, before] = [0, { share: 0, checked: 0 }];
  for (const { share, checked, parts, most } of steps) {
    const wrong = (rate * (share ** (power + 1) - before.share ** (power + 1))) / (share - before.share);
    for (const each of walks) mean += addChecked(each, checked - before.checked, wrong);
    walks = afterTest(walks, { share, parts, most });
    before = { share, checked };
  }
  return mean + walks.reduce((sum, { accepted }) => sum + total(accepted), 0);
}

function emptyWalks(size: number): Walks {
  return { chances: new Float64Array(size), accepted: new Float64Array(size) };
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Adds checked labels, and returns what the samples accept that can pass no further step. */
function addChecked({ chances, accepted }: Walks, checked: number, wrong: number): number {
  if (total(chances) === 0) return 0;
  let lost = 0;
  for (let one = 0; one < checked; one += 1) {
    lost += wrong * (accepted.at(-1) ?? 0);
    for (const values of [chances, accepted]) {
      for (let d = values.length - 1; d > 0; d -= 1)
        values[d] = (values[d] ?? 0) * (1 - wrong) + (values[d - 1] ?? 0) * wrong;
      values[0] = (values[0] ?? 0) * (1 - wrong);
    }
  }
  return lost;
}

/** Samples pass and keep their parts of α, or fail and have none. */
function afterTest(walks: readonly Walks[], { share, parts, most }: Omit<PlannedStep, "checked">): Walks[] {
  const after = walks.map(({ chances }) => emptyWalks(chances.length));
  for (const [before, { chances, accepted }] of walks.entries()) {
    const reached = Math.min(STARTS, before + parts);
    const passing = (most[reached] ?? -1) + 1;
    add(
      after[reached],
      0,
      chances.subarray(0, passing),
      chances.subarray(0, passing).map((chance) => chance * share),
    );
    add(after[0], passing, chances.subarray(passing), accepted.subarray(passing));
  }
  return after;
}

/** Adds to the values from `from` on. */
function add(to: Walks | undefined, from: number, chances: Float64Array, accepted: Float64Array): void {
  for (const [place, chance] of chances.entries()) {
    if (to === undefined) continue;
    to.chances[from + place] = (to.chances[from + place] ?? 0) + chance;
    to.accepted[from + place] = (to.accepted[from + place] ?? 0) + (accepted[place] ?? 0);
  }
}
