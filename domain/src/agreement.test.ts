import fc from "fast-check";
import { expect, test } from "vitest";
import { alpha, MAX_CHANCE_PAIRS, nominalAlpha, rawAgreement } from "./agreement.ts";

/** Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), example C: 4 observers, 12 units. */
const EXAMPLE_C = [
  "111",
  "2232",
  "3333",
  "3333",
  "2222",
  "1234",
  "4444",
  "1121",
  "2222",
  "555",
  "11",
  "3",
].map((unit) => [...unit]);
const nominal = (a: unknown, b: unknown) => (a === b ? 0 : 1);
const labels = fc.array(fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 5 }), { maxLength: 12 });

test("the published example gives a nominal alpha of .743", () => {
  expect(nominalAlpha(EXAMPLE_C)).toBeCloseTo(0.74342, 5);
});

test("the published example gives an interval alpha of .849 with squared differences", () => {
  const items = EXAMPLE_C.map((unit) => unit.map(Number));
  expect(alpha(items, (a, b) => (a - b) ** 2)).toBeCloseTo(0.84911, 5);
});

test("counting labels and comparing answers give the same alpha", () => {
  fc.assert(
    fc.property(labels, (items) => {
      const counted = nominalAlpha(items);
      const compared = alpha(items, nominal);
      if (counted === null) expect(compared).toBeNull();
      else expect(compared).toBeCloseTo(counted, 9);
    }),
  );
});

test("alpha is null, not 0 or 1, where it is undefined", () => {
  const undefinedItems = [
    [],
    [["a"], ["b"]],
    [
      ["a", "a"],
      ["a", "a"],
    ],
    [["a", "a"], ["b"]],
  ];
  expect(undefinedItems.map(nominalAlpha)).toEqual([null, null, null, null]);
  expect(undefinedItems.map((items) => alpha(items, nominal))).toEqual([null, null, null, null]);
});

test("perfect agreement is 1, and agreement worse than chance is below 0", () => {
  expect(
    nominalAlpha([
      ["a", "a"],
      ["b", "b"],
    ]),
  ).toBe(1);
  expect(
    nominalAlpha([
      ["a", "b"],
      ["b", "a"],
    ]),
  ).toBeLessThan(0);
});

test("for many answers alpha compares a bounded number of pairs, near the exact value each time", () => {
  const items = Array.from({ length: 50_000 }, (_, index) => {
    const label = ["a", "b", "c"][index % 3] ?? "";
    return [label, index % 5 === 0 ? "a" : label];
  });
  let calls = 0;
  const counted = (a: string, b: string) => {
    calls += 1;
    return nominal(a, b);
  };
  const estimate = alpha(items, counted);
  expect(calls).toBe(items.length + MAX_CHANCE_PAIRS);
  expect(Math.abs((estimate ?? 0) - (nominalAlpha(items) ?? 1))).toBeLessThan(0.005);
  expect(alpha(items, nominal)).toBe(estimate);
});

test("no answer is compared with itself to tell what chance gives", () => {
  const items = Array.from({ length: 150 }, () => [{}, {}]);
  const withItself = alpha(items, (a, b) => (a === b ? 0 : 1));
  expect(withItself).toBe(0);
});

test("raw agreement counts pairs and items, and leaves items with one answer out", () => {
  const items = [["a", "a", "b"], ["a", "a"], ["c"], []];
  expect(rawAgreement(items, (a, b) => a === b)).toEqual({
    items: 2,
    unanimous_items: 1,
    pairs: 4,
    agreeing_pairs: 2,
  });
});
