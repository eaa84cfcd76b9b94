import fc from "fast-check";
import { expect, test } from "vitest";
import { nextBudgetRound, roundsBefore } from "./ledger.ts";
import { budgetOfRound } from "./sequential-plan.ts";

test("more than a tenth of the items must have been audited before", () => {
  expect(roundsBefore(1000, [{ round: 3, items: 100 }])).toBe(0);
  expect(roundsBefore(1000, [{ round: 3, items: 101 }])).toBe(3);
  expect(roundsBefore(5, [{ round: 1, items: 1 }])).toBe(1);
  expect(roundsBefore(1000, [])).toBe(0);
  expect(roundsBefore(0, [])).toBe(0);
});

test("the most used round counts, if more than a tenth of the items reached it", () => {
  const looked = [
    { round: 1, items: 900 },
    { round: 7, items: 60 },
    { round: 4, items: 50 },
  ];
  expect(roundsBefore(1000, looked)).toBe(4);
  expect(roundsBefore(599, looked)).toBe(7);
});

const lookedItems = fc.array(
  fc.record({ round: fc.integer({ min: 1, max: 60 }), items: fc.integer({ min: 1, max: 500 }) }),
  { maxLength: 12 },
);

test("equals its definition for each round, in any order of the counts", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), lookedItems, (N, looked) => {
      const reached = (round: number) =>
        looked.filter((one) => one.round >= round).reduce((sum, { items }) => sum + items, 0);
      const rounds = Array.from({ length: 60 }, (_, index) => index + 1);
      const most = rounds.findLast((round) => reached(round) / N > 0.1) ?? 0;
      expect(roundsBefore(N, looked)).toBe(most);
      expect(roundsBefore(N, looked.toReversed())).toBe(most);
    }),
  );
});

test("more shared items never give a larger budget", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), lookedItems, lookedItems, (N, some, more) => {
      expect(roundsBefore(N, [...some, ...more])).toBeGreaterThanOrEqual(roundsBefore(N, some));
    }),
  );
});

test("the budgets of any number of tries of the same data add up to at most 5 %", () => {
  let [round, spent] = [0, 0];
  for (let tried = 0; tried < 10_000; tried += 1) {
    round = nextBudgetRound(0, round);
    spent += budgetOfRound(round);
  }
  expect(round).toBe(100);
  expect(spent).toBeLessThanOrEqual(0.05);
  expect(budgetOfRound(round)).toBeGreaterThan(1e-100);
});

test("a batch's own rounds count also where no content is shared any more", () => {
  expect(nextBudgetRound(2, 0)).toBe(3);
  expect(nextBudgetRound(2, 5)).toBe(6);
  expect(nextBudgetRound(0, 0)).toBe(1);
});
