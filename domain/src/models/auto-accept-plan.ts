import { greatestWhere } from "../certification/bisection.ts";
import { TIE } from "../certification/bound.ts";
import { hypergeometricTail } from "../certification/distributions.ts";
import { meanAccepted, type PlannedStep } from "./mean-accepted.ts";
import { alphaOf, assertGoal, MAX_CANDIDATES, STARTS, startPlaces, type ThresholdGoal } from "./threshold.ts";

/** The shares of wrong labels that a plan has rows for. */
export const MAX_WRONG = [0.01, 0.02, 0.05, 0.1] as const;
const ACCURACIES = [0.8, 0.9, 0.95, 0.98] as const;
/** Sizes of the check sample among which a row chooses. */
const CHECKS = [100, 200, 400, 600, 1000, 2000, 4000] as const;
/** A larger sample accepts hardly more; its plan is that of so many. */
const MOST_PLANNED = 10_000;

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
    const tests = sizes.map((check) => ({
      check,
      steps: plannedSteps(batch.items, Math.min(check, MOST_PLANNED), goal),
    }));
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
