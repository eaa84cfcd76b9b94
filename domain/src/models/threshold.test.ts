import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seededRandom } from "../agreement.ts";
import { mostWrong } from "../certification/bound.ts";
import { mostAllowed } from "./auto-accept-plan.ts";
import { candidateThresholds, chooseThreshold, MAX_CANDIDATES } from "./threshold.ts";

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
    const [first = 0, ...others] = candidateThresholds(scores, 600, GOAL).map(Number);
    const items = Math.round(1000 * (1 - first)) + 1;

    expect(mostWrong(items, 0.6 * items, 1, 0.05) / items).toBeLessThanOrEqual(0.05);
    expect(mostWrong(items - 20, 0.6 * (items - 20), 1, 0.05) / (items - 20)).toBeGreaterThan(0.05);
    expect(others).toHaveLength((1000 - items) / 20);
    expect(others.at(-1)).toBe(0.001);
  });

  test("come once each, highest first, and end with all items", () => {
    fc.assert(
      fc.property(predictions, goals, ([items, checks], goal) => {
        const scores = items.map(({ score }) => score);
        const thresholds = candidateThresholds(scores, checks, goal);
        expect(thresholds.length).toBeLessThanOrEqual(MAX_CANDIDATES);
        const numbers = thresholds.map((threshold) => threshold ?? -Infinity);
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => b - a));
        const lowest = scores.includes(null) ? null : Math.min(...scores.map(Number));
        if (thresholds.length > 0) expect(thresholds.at(-1)).toBe(lowest);
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
  test("is the last of the steps that pass, each with the exact bound of all items at or above it", () => {
    fc.assert(
      fc.property(predictions, goals, ([items, checks], goal) => {
        const scores = items.map(({ score }) => score);
        const check = items.slice(0, checks);
        const { chosen, steps } = chooseThreshold(scores, check, goal);
        const candidates = candidateThresholds(scores, checks, goal);
        expect(steps.map(({ threshold }) => threshold)).toEqual(candidates.slice(0, steps.length));
        for (const [place, step] of steps.entries()) {
          const isAbove = ({ score }: { score: number | null }) =>
            step.threshold === null || (score !== null && score >= step.threshold);
          const above = check.filter(isAbove);
          expect(step).toMatchObject({ items: items.filter(isAbove).length, checked: above.length });
          expect(step.wrong).toBe(above.filter(({ right }) => !right).length);
          expect(step.bound).toBe(
            mostWrong(step.items, step.checked, step.wrong, 1 - goal.confidence) / step.items,
          );
          const isLast = place === steps.length - 1;
          if (!isLast || steps.length < candidates.length) expect(step.bound <= goal.max_wrong).toBe(!isLast);
        }
        const passed = steps.filter(({ bound }) => bound <= goal.max_wrong);
        expect(chosen).toEqual(passed.at(-1) ?? null);
      }),
    );
  });

  test("does not change where a later step would pass again", () => {
    // the 40 surest are right, the next 40 wrong, the last 920 right: all together would pass
    const items = Array.from({ length: 1000 }, (_, item) => ({
      score: 1000 - item,
      right: item < 40 || item >= 80,
    }));
    const { chosen, steps } = chooseThreshold(
      items.map(({ score }) => score),
      items,
      GOAL,
    );

    expect(steps.map(({ wrong }) => wrong)).toEqual([0, 0, 20]);
    expect(chosen).toEqual({ threshold: 961, items: 40, checked: 40, wrong: 0, bound: 0 });
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

  test("of a million items takes less than a second of the processor", () => {
    const random = seededRandom(1);
    const scores = Float64Array.from({ length: 1_000_000 }, random);
    const check = Array.from(scores.subarray(0, 1000), (score) => ({ score, right: true }));
    const before = process.cpuUsage();
    expect(chooseThreshold(scores, check, GOAL).chosen?.items).toBe(1_000_000);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000); // microseconds
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
  expect(mostAllowed(100, 100, { max_wrong: 0.29, confidence: 0.95 })).toBe(29);
  const sets = fc
    .integer({ min: 1, max: 400 })
    .chain((N) => fc.tuple(fc.constant(N), fc.integer({ min: 0, max: N })));
  fc.assert(
    fc.property(sets, goals, ([N, n], goal) => {
      const passes = (d: number) => mostWrong(N, n, d, 1 - goal.confidence) / N <= goal.max_wrong;
      const most = mostAllowed(N, n, goal);
      if (most >= 0) expect(passes(most)).toBe(true);
      if (most < n) expect(passes(most + 1)).toBe(false);
    }),
  );
});
