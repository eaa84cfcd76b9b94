import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { qualityScore } from "./bound.ts";
import {
  alphaOfLook,
  firstLookOf,
  passChance,
  planLook,
  plannedWrong,
  sampleSize,
  wrongAllowed,
} from "./looks.ts";

const MANY = 1_000_000;

test("all looks in a batch's life together risk at most 5 %", () => {
  expect([1, 2, 3].map(alphaOfLook)).toEqual([0.025, 0.0125, 0.00625]);
  let spent = 0;
  for (let look = 1; look <= 40; look += 1) spent += alphaOfLook(look);
  expect(spent).toBeLessThanOrEqual(0.05);
});

describe("sample sizes of the published table", () => {
  test.each([
    [70, 17, 34, 21],
    [80, 26, 53, 33],
    [90, 54, 110, 69],
    [95, 110, 222, 141],
  ])("a need of %i takes %i, then %i in all, and %i after one rework", (need, first, second, afterRework) => {
    expect(planLook({ N: MANY, need, look: 1, lookOfRound: 1 }).required).toBe(first);
    const extended = planLook({ N: MANY, need, look: 2, lookOfRound: 2, audited: first });
    expect(extended).toEqual({ look: 2, alpha: 0.0125, required: second, wrongAllowed: 4 });
    expect(planLook({ N: MANY, need, look: 3, lookOfRound: 1 }).required).toBe(afterRework);
  });

  test.each([
    [70, 15, 30],
    [80, 22, 43],
    [90, 40, 72],
    [95, 63, 97],
  ])("a need of %i of 100 items takes %i, then %i in all", (need, first, second) => {
    expect(planLook({ N: 100, need, look: 1, lookOfRound: 1 }).required).toBe(first);
    expect(planLook({ N: 100, need, look: 2, lookOfRound: 2 }).required).toBe(second);
  });
});

describe("a sample", () => {
  const requests = fc.record({
    N: fc.integer({ min: 6, max: 20_000 }),
    need: fc.constantFrom(70, 80, 90, 95),
    look: fc.integer({ min: 1, max: 6 }),
    lookOfRound: fc.integer({ min: 1, max: 4 }),
  });

  test("is the smallest that tolerates the wrong labels it is planned for, or the whole batch", () => {
    fc.assert(
      fc.property(requests, ({ N, need, look, lookOfRound }) => {
        const alpha = alphaOfLook(look);
        const wrong = plannedWrong(lookOfRound);
        const size = sampleSize(N, need, wrong, alpha);
        if (size < N) expect(qualityScore(N, size, wrong, alpha)).toBeGreaterThanOrEqual(need);
        if (size > wrong) expect(qualityScore(N, size - 1, wrong, alpha)).toBeLessThan(need);
      }),
    );
  });

  test("passes with exactly the wrong labels that it tolerates, and fails with one more", () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { N, need } = request;
        const { alpha, required, wrongAllowed: allowed } = planLook(request);
        expect(allowed).not.toBeNull();
        expect(qualityScore(N, required, allowed ?? -1, alpha)).toBeGreaterThanOrEqual(need);
        expect(qualityScore(N, required, (allowed ?? -1) + 1, alpha)).toBeLessThan(need);
      }),
    );
  });

  test("of five items or fewer is all of them", () => {
    for (let N = 0; N <= 5; N += 1) {
      expect(sampleSize(N, 70, 0, 0.025)).toBe(N);
      expect(sampleSize(N, 70, 1, 0.025)).toBe(N);
    }
    expect(planLook({ N: 5, need: 80, look: 1, lookOfRound: 1 })).toMatchObject({
      required: 5,
      wrongAllowed: 1,
    });
    expect(planLook({ N: 3, need: 80, look: 1, lookOfRound: 1 })).toMatchObject({
      required: 3,
      wrongAllowed: 0,
    });
  });

  test("never shrinks below the audits already made, nor grows beyond the batch", () => {
    expect(planLook({ N: 1000, need: 70, look: 1, lookOfRound: 1, audited: 300 }).required).toBe(300);
    expect(planLook({ N: 12, need: 95, look: 4, lookOfRound: 4 }).required).toBe(12);
  });

  test("that is too small to pass at all is reported as such", () => {
    expect(wrongAllowed(1000, 3, 95, 0.025)).toBeNull();
    expect(wrongAllowed(1000, 0, 70, 0.025)).toBeNull();
  });
});

describe("the chance to pass the first round", () => {
  test.each([
    [70, [1.0, 1.0, 0.98, 0.78]],
    [80, [1.0, 0.98, 0.89, 0.44]],
    [90, [1.0, 0.8, 0.42, 0.03]],
    [95, [0.94, 0.26, 0.03, 0.0]],
  ])("a need of %i has the published row", (need, row) => {
    const round = { N: MANY, need, maxLooks: 2 };
    for (const [index, share] of [0.99, 0.97, 0.95, 0.9].entries()) {
      expect(Math.abs(passChance(round, share) - (row[index] ?? Number.NaN))).toBeLessThanOrEqual(0.01);
    }
  });

  test("is 1 for a flawless batch and 0 for a worthless one", () => {
    for (const N of [1, 5, 40, 2000]) {
      expect(passChance({ N, need: 95, maxLooks: 4 }, 1)).toBeCloseTo(1, 12);
      expect(passChance({ N, need: 70, maxLooks: 4 }, 0)).toBe(0);
    }
  });

  test("stays within 5 % for a batch just below the required score, whatever its size and level", () => {
    for (const N of [20, 57, 100, 200, 333, 1000, 5000]) {
      for (const need of [70, 80, 90, 95]) {
        for (const maxLooks of [1, 2, 3, 4]) {
          const right = Math.ceil((N * need) / 100) - 1;
          expect(passChance({ N, need, maxLooks }, right / N)).toBeLessThanOrEqual(0.05);
        }
      }
    }
  });

  test("stays within 5 % for a batch just below the required score over three rounds without any improvement", () => {
    for (const N of [100, 200, 500, 1000]) {
      for (const need of [70, 80, 90, 95]) {
        const right = Math.ceil((N * need) / 100) - 1;
        const chanceOf = (round: number) =>
          passChance({ N, need, maxLooks: 2, firstLook: firstLookOf(round, 2) }, right / N);
        const failing = [1, 2, 3].reduce((product, round) => product * (1 - chanceOf(round)), 1);
        expect(chanceOf(1)).toBeLessThanOrEqual(0.0375);
        expect(1 - failing).toBeLessThanOrEqual(0.05);
      }
    }
  });

  test("for a share that is no whole number of labels lies between those of the adjacent whole numbers", () => {
    const two = { N: 2, need: 90, maxLooks: 2 };
    expect(passChance(two, 0.5)).toBe(0);
    expect(passChance(two, 0.9)).toBeCloseTo(0.8, 12); // one wrong label in a fifth of such batches
    const [less, between, more] = [0.93, 0.935, 0.94].map((share) =>
      passChance({ N: 100, need: 90, maxLooks: 2 }, share),
    );
    expect(between).toBeCloseTo(((less ?? 0) + (more ?? 0)) / 2, 12);
  });

  test("falls for a round whose looks come later in the batch's life", () => {
    const round = { N: 500, need: 80, maxLooks: 2 };
    expect(passChance({ ...round, firstLook: 3 }, 0.79)).toBeLessThan(passChance(round, 0.79));
  });
});

test("is never above 1, however its terms are rounded", () => {
  for (let N = 1; N <= 60; N += 1) {
    expect(passChance({ N, need: 70, maxLooks: 2 }, 0.98)).toBeLessThanOrEqual(1);
  }
});
