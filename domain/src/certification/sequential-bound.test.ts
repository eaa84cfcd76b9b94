import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundAfter, type RoundEnd, type SequentialBound } from "./sequential-bound.ts";
import {
  budgetOfRound,
  certifyChance,
  decideStage,
  expectedAudits,
  planStages,
  type SequentialPlan,
} from "./sequential-plan.ts";

const NEEDS = [70, 80, 90, 95];
const ROUNDS = [1, 2, 3, 4];

const requests = fc.record({
  N: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 6, max: 20_000 })),
  need: fc.integer({ min: 60, max: 98 }),
  budget: fc.constantFrom(...ROUNDS.map(budgetOfRound)),
  maxWrong: fc.integer({ min: 0, max: 7 }),
});

function afterStages(plan: SequentialPlan): SequentialBound[] {
  return plan.stages.map(({ wrong }) => boundAfter(plan, { outcome: "certified", wrong }));
}

describe("the score of a certified round", () => {
  test("reaches the score asked, and falls from stage to stage", () => {
    fc.assert(
      fc.property(requests, (request) => {
        let before = { mostWrong: -1, score: 100 };
        for (const after of afterStages(planStages(request))) {
          expect(after.score).toBeGreaterThanOrEqual(request.need);
          expect(after.score).toBeLessThanOrEqual(before.score);
          expect(after.mostWrong).toBeGreaterThanOrEqual(before.mostWrong);
          expect(after.bound).toBe((request.N - after.mostWrong) / request.N);
          before = after;
        }
      }),
    );
  });

  test("may earn a higher level than the one asked", () => {
    const plan = planStages({ N: 12, need: 70, budget: 0.0375, maxWrong: 4 });
    expect(plan.stages[0]).toEqual({ audits: 7, wrong: 0 });
    expect(afterStages(plan).map(({ score }) => score)).toEqual([75, 75, 75, 75]);
    const thousand = planStages({ N: 1000, need: 80, budget: 0.0375, maxWrong: 4 });
    expect(afterStages(thousand).map(({ score }) => score)).toEqual([84, 82, 81, 80, 80]);
  });

  test("is rounded down in whole numbers", () => {
    const plan = planStages({ N: 5, need: 60, budget: 0.0375, maxWrong: 4 });
    expect(boundAfter(plan, { outcome: "certified", wrong: 2 })).toEqual({
      mostWrong: 2,
      bound: 0.6,
      score: 60,
    });
    const census = {
      ...plan,
      N: 100,
      stages: Array.from({ length: 72 }, (_, wrong) => ({ audits: 100, wrong })),
    };
    expect(boundAfter(census, { outcome: "certified", wrong: 71 }).score).toBe(29); // 100 · 0.29 is 28.99…
  });
});

describe("the score of a round that gave up", () => {
  test("misses the score asked, and falls the earlier it gave up", () => {
    fc.assert(
      fc.property(requests, (request) => {
        const plan = planStages(request);
        const last = plan.stages.at(-1)?.audits ?? 0;
        let before = afterStages(plan).at(-1)?.mostWrong ?? -1;
        for (let audits = last; audits >= plan.giveUpAt; audits -= Math.max(1, Math.floor(last / 10))) {
          const { mostWrong, score } = boundAfter(plan, { outcome: "given_up", audits });
          expect(score).toBeLessThan(request.need);
          expect(mostWrong).toBeGreaterThanOrEqual(before);
          expect(mostWrong).toBeLessThanOrEqual(plan.N - audits + plan.giveUpAt);
          before = mostWrong;
        }
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    [{ outcome: "certified", wrong: 5 }],
    [{ outcome: "certified", wrong: -1 }],
    [{ outcome: "given_up", audits: 4 }],
    [{ outcome: "given_up", audits: 52 }],
    [{ outcome: "given_up", audits: 20.5 }],
  ] as const)("is refused after an end that the plan does not have: %o", (end) => {
    const plan = planStages({ N: 1000, need: 80, budget: 0.0375, maxWrong: 4 });
    expect(() => boundAfter(plan, end)).toThrow(RangeError);
  });
});

describe("over-claims, computed exactly", () => {
  /** A plan with the largest number of wrong units that each of its stages certifies. */
  function certifiedBy(N: number, need: number, round: number, maxWrong: number) {
    const budget = budgetOfRound(round);
    const plan = planStages({ N, need, budget, maxWrong });
    return { plan, budget, mostWrong: afterStages(plan).map((after) => after.mostWrong) };
  }

  /** The chance that a round certifies fewer wrong units than the D that there are. */
  function overClaims({ plan, mostWrong }: ReturnType<typeof certifiedBy>, D: number): number {
    const { byStage } = certifyChance(plan, D);
    return byStage.reduce((sum, chance, stage) => ((mostWrong[stage] ?? 0) < D ? sum + chance : sum), 0);
  }

  const sizes = [5, 6, 7, 9, 12, 20, 40, 57, 100, 200, 333, 1000, 5000, 20_000, 100_000];
  const cases = NEEDS.flatMap((need) => [4, 6].map((maxWrong) => [need, maxWrong] as const));

  test.each(cases)(
    "for a score of %i and c = %i are at most 5 % in all rounds together",
    (need, maxWrong) => {
      const later = 0.05 / 4 ** ROUNDS.length; // the budget of all later rounds
      for (const N of sizes) {
        const rounds = ROUNDS.map((round) => certifiedBy(N, need, round, maxWrong));
        // Between two bounds the chance falls as D grows, so the smallest D above each bound is the worst case.
        for (const D of rounds.flatMap(({ mostWrong }) => mostWrong.map((most) => most + 1))) {
          const chances = rounds.map((round) => overClaims(round, D));
          for (const [index, { budget }] of rounds.entries()) {
            expect(chances[index]).toBeLessThanOrEqual(budget * (1 + 1e-10));
          }
          expect(chances.reduce((sum, chance) => sum + chance, later)).toBeLessThanOrEqual(0.05 + 1e-12);
        }
      }
    },
  );

  test("come close to the budget, so that few audits are wasted", () => {
    for (const need of NEEDS) {
      const round = certifiedBy(1000, need, 1, 4);
      expect(overClaims(round, round.plan.tooManyWrong)).toBeGreaterThan(0.035);
    }
  });
});

describe("every order of up to 12 units", () => {
  interface Ended {
    /** The number of wrong units. */
    readonly D: number;
    readonly end: RoundEnd;
    readonly audits: number;
  }

  /** The unit of rank i is wrong where bit i − 1 of `order` is set. */
  function follow(plan: SequentialPlan, order: number): Ended {
    const D = order.toString(2).replaceAll("0", "").length;
    let wrong = 0;
    for (let audits = 1; audits <= plan.N; audits += 1) {
      wrong += (order >> (audits - 1)) & 1;
      const decision = decideStage(plan, audits, wrong);
      if (decision.outcome === "certified") return { D, end: decision, audits };
      if (decision.outcome === "given_up") return { D, end: { outcome: "given_up", audits }, audits };
    }
    throw new Error(`${order} has no end`);
  }

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    "gives the same chances, mean audits and bounds, N = %i",
    (N) => {
      for (const need of NEEDS) {
        for (const budget of [0.0375, 0.009375, 0.2]) compare(planStages({ N, need, budget, maxWrong: 4 }));
        compare(planStages({ N, need, budget: 0.2, maxWrong: 1 }));
      }
    },
  );

  function compare(plan: SequentialPlan): void {
    const { N, budget, stages, giveUpAt, tooManyWrong } = plan;
    const all = Array.from({ length: 2 ** N }, (_, order) => follow(plan, order));
    const byWrong = Array.from({ length: N + 1 }, (_, D) => all.filter((ended) => ended.D === D));
    /** The share of the orders of D wrong units whose end meets `condition`. */
    const share = (D: number, condition: (end: RoundEnd) => boolean) => {
      const orders = byWrong[D] ?? [];
      return orders.filter(({ end }) => condition(end)).length / orders.length;
    };
    const mostWrong = (condition: (end: RoundEnd) => boolean) =>
      byWrong.findLastIndex((_, D) => share(D, condition) > budget + 1e-9);
    const isCertifiedBy = (wrong: number) => (end: RoundEnd) =>
      end.outcome === "certified" && end.wrong <= wrong;

    for (const [D, orders] of byWrong.entries()) {
      const { byStage } = certifyChance(plan, D);
      for (const { wrong } of stages) {
        const isThis = (end: RoundEnd) => end.outcome === "certified" && end.wrong === wrong;
        expect(byStage[wrong]).toBeCloseTo(share(D, isThis), 12);
      }
      const audits = orders.reduce((sum, ended) => sum + ended.audits, 0);
      expect(expectedAudits(plan, D)).toBeCloseTo(audits / orders.length, 11);
    }
    for (const { audits, wrong } of stages) {
      const possible = Math.min(mostWrong(isCertifiedBy(wrong)), N - audits + wrong);
      expect(boundAfter(plan, { outcome: "certified", wrong }).mostWrong).toBe(possible);
    }
    for (let audits = giveUpAt; audits <= (stages.at(-1)?.audits ?? 0); audits += 1) {
      const isThisOrBetter = (end: RoundEnd) => end.outcome === "certified" || end.audits >= audits;
      const possible = Math.min(mostWrong(isThisOrBetter), N - audits + giveUpAt);
      const end = { outcome: "given_up", audits } as const;
      expect(boundAfter(plan, end).mostWrong).toBe(Math.max(possible, tooManyWrong));
    }
  }
});
