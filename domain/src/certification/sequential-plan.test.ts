import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hypergeometricTail } from "./distributions.ts";
import { LEVELS } from "./levels.ts";
import {
  budgetOfRound,
  certifyChance,
  decideStage,
  expectedAudits,
  followAudits,
  passChance,
  planCensus,
  planStages,
  type SequentialPlan,
} from "./sequential-plan.ts";

const FIRST = budgetOfRound(1);
const NEEDS = { basic: 70, standard: 80, premium: 90, elite: 95 };

function auditsOf(plan: SequentialPlan): number[] {
  return plan.stages.map(({ audits }) => audits);
}

test("all rounds together have a budget of 5 %", () => {
  expect([1, 2, 3].map(budgetOfRound)).toEqual([0.0375, 0.009375, 0.00234375]);
  let spent = 0;
  for (let round = 1; round <= 40; round += 1) spent += budgetOfRound(round);
  expect(spent).toBeLessThanOrEqual(0.05);
  expect(spent).toBeCloseTo(0.05, 12);
});

describe("the published table for 1,000 units and the first round", () => {
  // For 10, 20, 50 and 70 wrong units: the chance to pass and the mean audits.
  const shares = [10, 20, 50, 70];
  test.each([
    ["standard", 4, [19, 28, 36, 43, 51], [1, 0.998, 0.919, 0.773], [20.8, 22.9, 29.5, 32.5]],
    ["premium", 4, [39, 58, 74, 89, 103], [0.999, 0.964, 0.48, 0.199], [47.3, 56.8, 68.5, 61.7]],
    ["elite", 4, [79, 114, 145, 174, 200], [0.975, 0.692, 0.042, 0.005], [112.6, 135.6, 95.5, 70.2]],
    [
      "elite",
      6,
      [82, 118, 149, 178, 205, 231, 256],
      [0.997, 0.82, 0.042, 0.004],
      [119.5, 164.1, 133.8, 98.4],
    ],
  ] as const)("%s, at most %i wrong", (level, maxWrong, stages, chances, means) => {
    const plan = planStages({ N: 1000, need: LEVELS[level].score, budget: FIRST, maxWrong });
    expect(auditsOf(plan)).toEqual(stages);
    expect(plan.giveUpAt).toBe(maxWrong + 1);
    expect(shares.map((D) => Number(certifyChance(plan, D).chance.toFixed(3)))).toEqual(chances);
    expect(shares.map((D) => Number(expectedAudits(plan, D).toFixed(1)))).toEqual(means);
  });
});

const requests = fc.record({
  N: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 6, max: 100_000 })),
  need: fc.integer({ min: 60, max: 98 }),
  budget: fc.constantFrom(...[1, 2, 3, 6].map(budgetOfRound)),
  maxWrong: fc.integer({ min: 0, max: 8 }),
});

describe("a plan", () => {
  test("needs more audits for each wrong unit, never more than there are units", () => {
    fc.assert(
      fc.property(requests, (request) => {
        const plan = planStages(request);
        const audits = auditsOf(plan);
        for (const [wrong, n] of audits.entries()) {
          expect(plan.stages[wrong]?.wrong).toBe(wrong);
          expect(n).toBeLessThanOrEqual(request.N);
          if (request.N > 5) expect(n).toBeGreaterThan(audits[wrong - 1] ?? 0);
        }
        expect(plan.giveUpAt).toBe(audits.length);
      }),
    );
  });

  test("certifies a population that just misses the score with at most the budget", () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { N, need, budget } = request;
        const plan = planStages(request);
        const score = (D: number) => Math.floor((100 * (N - D)) / N);
        expect(score(plan.tooManyWrong)).toBeLessThan(need);
        expect(score(plan.tooManyWrong - 1)).toBeGreaterThanOrEqual(need);
        expect(certifyChance(plan, plan.tooManyWrong).chance).toBeLessThanOrEqual(budget * (1 + 1e-10));
      }),
    );
  });

  test("uses the largest level that keeps the budget: every other level is tried", () => {
    const small = fc.record({
      N: fc.integer({ min: 6, max: 45 }),
      need: fc.constantFrom(...Object.values(NEEDS)),
      budget: fc.constantFrom(0.0375, 0.009375, 0.1),
      maxWrong: fc.integer({ min: 0, max: 4 }),
    });
    fc.assert(
      fc.property(small, (request) => {
        const { N, budget } = request;
        const plan = planStages(request);
        const { tooManyWrong: D0 } = plan;
        const tail = (wrong: number, n: number) => hypergeometricTail(wrong, N, D0, n);
        const sizes = Array.from({ length: N + 1 }, (_, n) => n);
        const levels = plan.stages.flatMap(({ wrong }) => sizes.slice(wrong + 1).map((n) => tail(wrong, n)));
        const within = levels.map((level) => {
          const stages = plan.stages.map(({ wrong }) => {
            // The level itself and all that rounding makes of it.
            const audits = sizes.find((n) => tail(wrong, n) <= level * (1 + 1e-12)) ?? N;
            return { wrong, audits };
          });
          const isWithin = certifyChance({ ...plan, stages }, D0).chance <= budget * (1 + 1e-11);
          return isWithin ? stages.reduce((sum, { audits }) => sum + audits, 0) : Number.POSITIVE_INFINITY;
        });
        expect(auditsOf(plan).reduce((sum, n) => sum + n, 0)).toBe(Math.min(...within));
      }),
    );
  });

  test("for at most five units is a census", () => {
    for (let N = 1; N <= 5; N += 1) {
      const plan = planStages({ N, need: 70, budget: FIRST, maxWrong: 4 });
      expect(auditsOf(plan)).toEqual(plan.stages.map(() => N));
      for (let D = 0; D <= N; D += 1) {
        expect(certifyChance(plan, D).chance).toBe((N - D) / N >= 0.7 ? 1 : 0);
      }
    }
  });

  test("may use exactly its budget, whatever the rounding", () => {
    for (let N = 80; N <= 8000; N += 80) {
      const plan = planStages({ N, need: 100, budget: FIRST, maxWrong: 4 });
      expect(plan).toMatchObject({ stages: [{ audits: (77 * N) / 80, wrong: 0 }], giveUpAt: 1 });
      expect(certifyChance(plan, 1).chance).toBeCloseTo(3 / 80, 12);
    }
  });

  test("is found for a million units too", () => {
    const plan = planStages({ N: 1_000_000, need: 95, budget: FIRST, maxWrong: 4 });
    expect(auditsOf(plan)).toEqual([83, 122, 156, 188, 219]);
  });

  test("is remembered while few others are asked for", () => {
    const request = { N: 777, need: 80, budget: FIRST, maxWrong: 4 };
    const plan = planStages(request);
    expect(planStages({ ...request })).toBe(plan);
    for (let N = 1; N <= 1000; N += 1) planStages({ N, need: 99, budget: 0.5, maxWrong: 0 });
    expect(planStages(request)).not.toBe(plan);
    expect(planStages(request)).toEqual(plan);
  });

  test.each([
    { N: 0 },
    { N: 1.5 },
    { N: 1_000_001 },
    { need: 0 },
    { need: 101 },
    { need: 80.5 },
    { budget: 0 },
    { budget: 1 },
    { budget: Number.NaN },
    { maxWrong: -1 },
    { maxWrong: 0.5 },
  ])("with %o is refused", (fault) => {
    const request = { N: 100, need: 80, budget: FIRST, maxWrong: 4, ...fault };
    expect(() => planStages(request)).toThrow(RangeError);
  });
});

const roundsOf = requests.chain((request) => {
  const plan = planStages(request);
  const audited = fc.integer({ min: 0, max: plan.N });
  return fc.tuple(fc.constant(plan), audited).chain(([, n]) =>
    fc.record({
      plan: fc.constant(plan),
      n: fc.constant(n),
      d: fc.integer({ min: 0, max: Math.min(n, plan.giveUpAt + 1) }),
    }),
  );
});

describe("the decision", () => {
  const RANKS = { given_up: 0, more: 1, certified: 2 };

  test("never improves with a wrong unit more, and never worsens with a right one more", () => {
    fc.assert(
      fc.property(roundsOf, ({ plan, n, d }) => {
        const rank = (audited: number, wrong: number) => RANKS[decideStage(plan, audited, wrong).outcome];
        if (d < n) expect(rank(n, d + 1)).toBeLessThanOrEqual(rank(n, d));
        if (n < plan.N) expect(rank(n + 1, d)).toBeGreaterThanOrEqual(rank(n, d));
      }),
    );
  });

  test("asks for the audits that certify if no more wrong units are found", () => {
    fc.assert(
      fc.property(roundsOf, ({ plan, n, d }) => {
        const decision = decideStage(plan, n, d);
        if (decision.outcome !== "more") return;
        expect(decision.audits).toBeGreaterThan(n);
        expect(decideStage(plan, decision.audits, d)).toEqual({ outcome: "certified", wrong: d });
        expect(decideStage(plan, decision.audits - 1, d)).toEqual(decision);
      }),
    );
  });

  test("gives up as soon as one wrong unit too many is found, whatever the number of audits", () => {
    const plan = planStages({ N: 1000, need: 80, budget: FIRST, maxWrong: 4 });
    expect(decideStage(plan, 0, 0)).toEqual({ outcome: "more", audits: 19 });
    expect(decideStage(plan, 5, 1)).toEqual({ outcome: "more", audits: 28 });
    expect(decideStage(plan, 5, 4)).toEqual({ outcome: "more", audits: 51 });
    expect(decideStage(plan, 5, 5)).toEqual({ outcome: "given_up" });
    expect(decideStage(plan, 51, 4)).toEqual({ outcome: "certified", wrong: 4 });
    expect(decideStage(plan, 1000, 5)).toEqual({ outcome: "given_up" });
  });

  test.each([
    [5, 6],
    [5, -1],
    [5.5, 1],
    [5, 0.5],
    [101, 0],
    [Number.NaN, 0],
  ])("on %d audits of 100 units, %d wrong, is refused", (audited, wrong) => {
    const plan = planStages({ N: 100, need: 80, budget: FIRST, maxWrong: 4 });
    expect(() => decideStage(plan, audited, wrong)).toThrow(RangeError);
  });
});

describe("the chance of a certificate", () => {
  test("falls as more units are wrong, and its stages add up to it", () => {
    const populations = requests.chain((request) =>
      fc.record({ request: fc.constant(request), D: fc.integer({ min: 0, max: request.N - 1 }) }),
    );
    fc.assert(
      fc.property(populations, ({ request, D }) => {
        const plan = planStages(request);
        const { chance, byStage } = certifyChance(plan, D);
        expect(byStage).toHaveLength(plan.stages.length);
        expect(byStage.reduce((sum, stage) => sum + stage, 0)).toBeCloseTo(chance, 12);
        expect(certifyChance(plan, D + 1).chance).toBeLessThanOrEqual(chance + 1e-12);
        expect(expectedAudits(plan, D)).toBeLessThanOrEqual((auditsOf(plan).at(-1) ?? 0) + 1e-9);
      }),
    );
  });

  test("is 1 at the first stage if all units are right, and 0 if all are wrong", () => {
    fc.assert(
      fc.property(requests, (request) => {
        const plan = planStages(request);
        expect(certifyChance(plan, 0).byStage[0]).toBe(1);
        expect(expectedAudits(plan, 0)).toBe(plan.stages[0]?.audits);
        expect(certifyChance(plan, request.N).chance).toBe(0);
        expect(expectedAudits(plan, request.N)).toBe(plan.giveUpAt);
      }),
    );
  });

  test.each([-1, 101, 2.5, Number.NaN])("of %d wrong units of 100 is refused", (D) => {
    const plan = planStages({ N: 100, need: 80, budget: FIRST, maxWrong: 4 });
    expect(() => certifyChance(plan, D)).toThrow(RangeError);
    expect(() => expectedAudits(plan, D)).toThrow(RangeError);
  });
});

describe("the audits of a round", () => {
  const plan = planStages({ N: 1000, need: 80, budget: FIRST, maxWrong: 4 });
  const audits = (n: number, ...wrong: number[]) =>
    Array.from({ length: n }, (_, index) => wrong.includes(index + 1));

  test("end it at the first stage that certifies, whatever higher ranks show", () => {
    expect(followAudits(plan, audits(19))).toEqual({ outcome: "certified", audits: 19, wrong: 0 });
    expect(followAudits(plan, audits(40, 20, 21, 22, 23, 24))).toEqual({
      ...{ outcome: "certified", audits: 19, wrong: 0 },
    });
    expect(followAudits(plan, audits(40, 19, 29, 30))).toEqual({
      outcome: "certified",
      audits: 28,
      wrong: 1,
    });
  });

  test("end it at the rank of the wrong unit that is one too many", () => {
    expect(followAudits(plan, audits(50, 1, 2, 3, 4, 9, 10, 11))).toEqual({
      ...{ outcome: "given_up", audits: 9, wrong: 5 },
    });
  });

  test("otherwise lead to the stage of the wrong units found so far", () => {
    expect(followAudits(plan, [])).toEqual({ outcome: "more", audits: 19, wrong: 0 });
    expect(followAudits(plan, audits(18))).toEqual({ outcome: "more", audits: 19, wrong: 0 });
    expect(followAudits(plan, audits(27, 3))).toEqual({ outcome: "more", audits: 28, wrong: 1 });
    expect(followAudits(plan, audits(5, 1, 2, 3, 4))).toEqual({ outcome: "more", audits: 51, wrong: 4 });
  });

  test("certify as often as computed, over all orders of a small population", () => {
    const small = planStages({ N: 9, need: 70, budget: 0.3, maxWrong: 1 });
    for (let D = 0; D <= 9; D += 1) {
      const orders = Array.from({ length: 2 ** 9 }, (_, bits) =>
        Array.from({ length: 9 }, (__, rank) => ((bits >> rank) & 1) === 1),
      ).filter((order) => order.filter(Boolean).length === D);
      const certified = orders.filter((order) => followAudits(small, order).outcome === "certified");
      expect(certified.length / orders.length).toBeCloseTo(certifyChance(small, D).chance, 12);
    }
  });
});

test("a census certifies exactly the populations that have the score", () => {
  const plan = planCensus({ N: 40, need: 80, budget: FIRST });
  expect(plan.giveUpAt).toBe(9);
  for (let D = 0; D <= 40; D += 1) expect(certifyChance(plan, D).chance).toBeCloseTo(D <= 8 ? 1 : 0, 12);
});

test("the chance to pass between two whole numbers of wrong units is interpolated", () => {
  const plan = planStages({ N: 10, need: 80, budget: FIRST, maxWrong: 4 });
  const [two, three] = [certifyChance(plan, 2).chance, certifyChance(plan, 3).chance];
  expect(passChance(plan, 0.8)).toBe(two);
  expect(passChance(plan, 0.75)).toBeCloseTo((two + three) / 2, 12);
});
