import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seededRandom } from "../agreement.ts";
import { mostWrong } from "../certification/bound.ts";
import { mostAllowed } from "./auto-accept-plan.ts";
import { candidateThresholds, chooseThreshold, MAX_CANDIDATES, type ThresholdStep } from "./threshold.ts";

const goals = fc.record({
  max_wrong: fc.constantFrom(0, 0.01, 0.05, 0.1, 0.29, 0.5),
  confidence: fc.constantFrom(0.5, 0.8, 0.95, 0.99),
});
/** Predictions with equal and missing scores, of which the first are checked. */
const predictions = fc
  .array(
    fc.record({
      score: fc.option(
        fc.integer({ min: 0, max: 20 }).map((twentieth) => twentieth / 20),
        { freq: 8 },
      ),
      right: fc.boolean(),
    }),
    { minLength: 1, maxLength: 200 },
  )
  .chain((items) => fc.tuple(fc.constant(items), fc.integer({ min: 0, max: items.length })));

const GOAL = { max_wrong: 0.05, confidence: 0.95 };

describe("candidate thresholds", () => {
  test("are the scores at every 2 % of the items, from the first set that passes with one wrong label of its share of checks", () => {
    const scores = Array.from({ length: 1000 }, (_, item) => (item + 1) / 1000);
    const candidates = candidateThresholds(scores, 600, GOAL);
    const items = candidates.map(({ threshold }) => Math.round(1000 * (1 - Number(threshold))) + 1);
    const [first = 0] = items;

    expect(mostWrong(first, 0.6 * first, 1, 0.0125) / first).toBeLessThanOrEqual(0.05);
    expect(mostWrong(first - 20, 0.6 * (first - 20), 1, 0.0125) / (first - 20)).toBeGreaterThan(0.05);
    expect(items).toEqual(Array.from({ length: 1 + (1000 - first) / 20 }, (_, place) => first + 20 * place));
    const starts = candidates.flatMap(({ alpha }, place) => (alpha > 0 ? [[items[place], alpha]] : []));
    expect(starts).toEqual([first, 260, 520, 1000].map((start) => [start, 0.0125]));
  });

  test("come once each, highest first, end with all items, and share all of α", () => {
    fc.assert(
      fc.property(predictions, goals, ([items, checks], goal) => {
        const scores = items.map(({ score }) => score);
        const candidates = candidateThresholds(scores, checks, goal);
        expect(candidates.length).toBeLessThanOrEqual(MAX_CANDIDATES);
        const numbers = candidates.map(({ threshold }) => threshold ?? -Infinity);
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => b - a));
        if (candidates.length === 0) return;
        const lowest = scores.includes(null) ? null : Math.min(...scores.map(Number));
        expect(candidates.at(-1)?.threshold).toBe(lowest);
        expect(candidates[0]?.alpha).toBeGreaterThan(0);
        expect(candidates.reduce((sum, { alpha }) => sum + alpha, 0)).toBeCloseTo(1 - goal.confidence, 12);
      }),
    );
  });

  test("are none if the sample is too small for one wrong label", () => {
    expect(candidateThresholds([1, 2, 3, 4], 3, GOAL)).toEqual([]);
    expect(candidateThresholds([], 0, GOAL)).toEqual([]);
    expect(chooseThreshold([], [], GOAL)).toEqual({ chosen: null, steps: [] });
  });
});

describe("the chosen threshold", () => {
  test("is the last step that passes; each has the α that reached it, and the exact bound of all items at or above it", () => {
    fc.assert(
      fc.property(predictions, goals, ([items, checks], goal) => {
        const scores = items.map(({ score }) => score);
        const check = items.slice(0, checks);
        const { chosen, steps } = chooseThreshold(scores, check, goal);
        const expected: ThresholdStep[] = [];
        let reached = 0;
        for (const { threshold, alpha: begins } of candidateThresholds(scores, checks, goal)) {
          reached += begins;
          if (reached === 0) continue;
          const isAbove = ({ score }: { score: number | null }) =>
            threshold === null || (score !== null && score >= threshold);
          const [all, above] = [items.filter(isAbove).length, check.filter(isAbove)];
          const wrong = above.filter(({ right }) => !right).length;
          const bound = mostWrong(all, above.length, wrong, reached) / all;
          expected.push({ threshold, items: all, checked: above.length, wrong, alpha: reached, bound });
          if (bound > goal.max_wrong) reached = 0;
        }
        expect(steps).toEqual(expected);
        expect(chosen).toEqual(steps.findLast(({ bound }) => bound <= goal.max_wrong) ?? null);
      }),
    );
  });

  test("is not found where α was lost", () => {
    // the 40 surest are right, the next 20 wrong, the others right: from 20 items on, each set of 400 or more would pass
    const items = Array.from({ length: 1000 }, (_, item) => ({
      score: 1000 - item,
      right: item < 40 || item >= 60,
    }));
    const scores = items.map(({ score }) => score);
    const { chosen, steps } = chooseThreshold(scores, items, GOAL);

    expect(steps.map((step) => [step.items, step.wrong, step.alpha])).toEqual([
      ...[20, 40].map((all) => [all, 0, 0.0125]),
      [60, 20, 0.0125],
      [80, 20, 0.0125],
      [280, 20, 0.0125],
      [1000, 20, 0.0125],
    ]);
    expect(chosen).toMatchObject({ threshold: 1, items: 1000, bound: 0.02 });
  });

  test("does not depend on the order of the items, and not on the scale of the scores", () => {
    fc.assert(
      fc.property(predictions, goals, fc.integer(), ([items, checks], goal, seed) => {
        const check = items.slice(0, checks);
        const random = seededRandom(seed);
        const mixed = items.map(({ score }) => ({ score, at: random() })).sort((a, b) => a.at - b.at);
        const { chosen } = chooseThreshold(
          items.map(({ score }) => score),
          check,
          goal,
        );
        const scaled = ({ score }: { score: number | null }) => (score === null ? null : 7 * score - 3);
        const other = chooseThreshold(
          mixed.map(scaled),
          check.toReversed().map((item) => ({ ...item, score: scaled(item) })),
          goal,
        );
        expect(other.chosen?.items).toBe(chosen?.items);
        expect(other.chosen?.bound).toBe(chosen?.bound);
      }),
    );
  });

  test("takes −Infinity of an array of numbers for a missing score", () => {
    const scores = Array.from({ length: 400 }, (_, item) => (item % 2 === 0 ? null : item));
    const check = scores.map((score) => ({ score, right: true }));
    const numbers = Float64Array.from(scores, (score) => score ?? -Infinity);
    const choice = chooseThreshold(numbers, check, GOAL);

    expect(choice).toEqual(chooseThreshold(scores, check, GOAL));
    expect(choice.chosen).toMatchObject({ threshold: null, items: 400 });
  });

  test("of a million items is that of all, where all are right", () => {
    const random = seededRandom(1);
    const scores = Float64Array.from({ length: 1_000_000 }, random);
    const check = Array.from(scores.subarray(0, 1000), (score) => ({ score, right: true }));
    expect(chooseThreshold(scores, check, GOAL).chosen?.items).toBe(1_000_000);
  });

  test.each([
    [new Float64Array(1_000_001), [], GOAL, "at most 1000000 items (got 1000001)"],
    [[0.5, Number.NaN], [], GOAL, "a score must be a number or null"],
    [
      [0.5],
      [
        { score: 0.5, right: true },
        { score: 0.5, right: true },
      ],
      GOAL,
      "the check sample has 2 items of 1",
    ],
    [[0.5], [], { max_wrong: 1, confidence: 0.95 }, "max_wrong must be from 0 and below 1 (got 1)"],
    [[0.5], [], { max_wrong: 0.05, confidence: 1 }, "confidence must be above 0 and below 1 (got 1)"],
  ])("refuses what it has no bound for (%#)", (scores, check, goal, message) => {
    const choose = () => chooseThreshold(scores, check, goal);
    expect(choose).toThrow(RangeError);
    expect(choose).toThrow(message);
  });
});

test("the most wrong labels that a plan allows are those that the bound allows", () => {
  expect(0.29 * 100).toBeLessThan(29);
  expect(mostAllowed(100, 100, { max_wrong: 0.29, confidence: 0.95 }, 1)).toBe(29);
  const sets = fc
    .integer({ min: 1, max: 400 })
    .chain((N) => fc.tuple(fc.constant(N), fc.integer({ min: 0, max: N })));
  fc.assert(
    fc.property(sets, goals, fc.constantFrom(0.25, 0.5, 1), ([N, n], goal, part) => {
      const passes = (d: number) => mostWrong(N, n, d, part * (1 - goal.confidence)) / N <= goal.max_wrong;
      const most = mostAllowed(N, n, goal, part);
      if (most >= 0) expect(passes(most)).toBe(true);
      if (most < n) expect(passes(most + 1)).toBe(false);
    }),
  );
});
