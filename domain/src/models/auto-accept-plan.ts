import { greatestWhere } from "../certification/bisection.ts";
import { TIE } from "../certification/bound.ts";
import { hypergeometricTail } from "../certification/distributions.ts";
import { assertGoal, MAX_CANDIDATES, type ThresholdGoal } from "./threshold.ts";

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
 * are wrong independently of each other. Real samples have sometimes less than their share of the first sets: simulated
 * thresholds accept up to 0.03 less if scores are informative, and up to 0.13 less otherwise. Without `check`, a row has the
 * size from 100 to 4,000 that saves most answers if scores are informative.
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
  /** The most wrong labels with which it passes. */
  readonly most: number;
}

function plannedSteps(items: number, check: number, goal: ThresholdGoal): PlannedStep[] {
  const steps = Array.from({ length: MAX_CANDIDATES }, (_, place) => {
    const accepted = Math.ceil((items * (place + 1)) / MAX_CANDIDATES);
    const checked = Math.floor((check * accepted) / items);
    return { share: accepted / items, checked, most: mostAllowed(accepted, checked, goal) };
  });
  const first = steps.findIndex(({ checked, most }) => checked >= 1 && most >= 1);
  return first === -1 ? [] : steps.slice(first);
}

/**
 * The greatest d with `mostWrong(N, n, d, 1 − confidence)`/N ≤ `max_wrong`, or −1 if there is none: the test that this bound
 * inverts, with one tail for each d instead of a search for each.
 */
export function mostAllowed(N: number, n: number, { max_wrong, confidence }: ThresholdGoal): number {
  const nearest = Math.round(N * max_wrong);
  const tooMany = nearest / N <= max_wrong ? nearest + 1 : nearest; // as the bound compares, D/N with max_wrong
  return greatestWhere(0, n, (d) => hypergeometricTail(d, N, tooMany, n) <= (1 - confidence) * TIE) ?? -1;
}

/**
 * The mean share of the items that the steps accept, if the surest share s of them has the error rate `rate`·s^`power`:
 * the sum over the steps of the chance to pass so far times the share that the step adds. By the distribution of wrong
 * labels over the samples that have passed so far.
 */
function meanAccepted(steps: readonly PlannedStep[], rate: number, power: number): number {
  const chances = new Float64Array((steps.at(-1)?.most ?? 0) + 2);
  chances[0] = 1;
  let [mean, before] = [0, { share: 0, checked: 0 }];
  for (const { share, checked, most } of steps) {
    const added = share - before.share;
    const wrong = (rate * (share ** (power + 1) - before.share ** (power + 1))) / added;
    for (let one = before.checked; one < checked; one += 1) addChecked(chances, most, wrong);
    chances.fill(0, most + 1);
    mean += added * chances.reduce((sum, chance) => sum + chance, 0);
    before = { share, checked };
  }
  return mean;
}

/** Adds a checked label to a distribution of wrong ones up to `most`. */
function addChecked(chances: Float64Array, most: number, wrong: number): void {
  for (let d = most; d >= 0; d -= 1)
    chances[d] = (chances[d] ?? 0) * (1 - wrong) + (d > 0 ? (chances[d - 1] ?? 0) * wrong : 0);
}
