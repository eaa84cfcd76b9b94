import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_CHANCE_PAIRS } from "./agreement.ts";
import {
  alphaOf,
  type Disagreement,
  disagreement,
  intervalDisagreement,
  middleOf,
  nominalDisagreement,
  nominalInSteps,
  ordinalDisagreement,
  resampledAlphas,
} from "./krippendorff.ts";
import { runAll } from "./steps.ts";

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
].map((unit) => [...unit].map(Number));
const isOther = (a: unknown, b: unknown) => (a === b ? 0 : 1);
const answers = fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 5 }), { maxLength: 12 });

const METRICS: readonly (readonly [string, (items: number[][]) => Disagreement])[] = [
  ["nominal", nominalDisagreement],
  ["ordinal", (items) => runAll(ordinalDisagreement(items))],
  ["interval", (items) => runAll(intervalDisagreement(items))],
  ["of any kind", (items) => runAll(disagreement(items, isOther))],
];

/** Both null, or equal within floating-point error. */
function expectSame(one: number | null, other: number | null): void {
  if (one === null || other === null) expect([one, other]).toEqual([null, null]);
  else expect(one).toBeCloseTo(other, 9);
}

test.each([
  ["nominal", nominalDisagreement, 0.74342],
  ["ordinal", (items: number[][]) => runAll(ordinalDisagreement(items)), 0.81539],
  ["interval", (items: number[][]) => runAll(intervalDisagreement(items)), 0.84911],
])("the published example gives a %s alpha", (_metric, by, published) => {
  expect(alphaOf(by(EXAMPLE_C))).toBeCloseTo(published, 5);
});

test("counts, squares and ranks give the same alpha as comparing answers", () => {
  const squared = (a: number, b: number) => (a - b) ** 2;
  fc.assert(
    fc.property(answers, (items) => {
      expectSame(alphaOf(nominalDisagreement(items)), alphaOf(runAll(disagreement(items, isOther))));
      expectSame(alphaOf(runAll(intervalDisagreement(items))), alphaOf(runAll(disagreement(items, squared))));
    }),
  );
});

test.each(METRICS)("%s: the order of items and of answers does not matter", (_metric, by) => {
  const shuffled = answers.chain((items) =>
    fc.tuple(
      fc.constant(items),
      fc
        .shuffledSubarray([...items.entries()], { minLength: items.length })
        .map((entries) => entries.map(([index, given]) => (index % 2 === 0 ? given.toReversed() : given))),
    ),
  );
  fc.assert(fc.property(shuffled, ([one, other]) => expectSame(alphaOf(by(one)), alphaOf(by(other)))));
});

test.each(METRICS)(
  "%s: alpha is null or at most 1, and 1 if no item has two different values",
  (_metric, by) => {
    fc.assert(
      fc.property(answers, (items) => {
        const alpha = alphaOf(by(items));
        const isAgreed = items.every((given) => new Set(given).size < 2);
        if (alpha === null) return;
        expect(alpha).toBeLessThanOrEqual(1);
        expect(alpha === 1).toBe(isAgreed);
      }),
    );
  },
);

test.each(METRICS)("%s: doubling every annotator's answers does not lower alpha", (_metric, by) => {
  fc.assert(
    fc.property(answers, (items) => {
      const paired = items.filter(({ length }) => length > 1); // a single answer would become a pair
      const alpha = alphaOf(by(paired));
      const doubled = alphaOf(by(paired.map((given) => [...given, ...given])));
      if (alpha !== null) expect(doubled ?? Number.NaN).toBeGreaterThanOrEqual(alpha - 1e-9);
    }),
  );
});

test("another unit, order of magnitude or origin of numbers changes no alpha", () => {
  const affine = (scale: number, origin: number) => EXAMPLE_C.map((u) => u.map((v) => v * scale + origin));
  for (const items of [affine(10, 0), affine(1, -1_000), affine(1e300, 0), affine(1e-300, 0)]) {
    expect(alphaOf(runAll(intervalDisagreement(items)))).toBeCloseTo(0.84911, 5);
    expect(alphaOf(runAll(ordinalDisagreement(items)))).toBeCloseTo(0.81539, 5);
  }
});

test.each(METRICS)("%s: alpha is null, not 0 or 1, if it is undefined", (_metric, by) => {
  const one = [
    [0.1, 0.1, 0.1],
    [0.1, 0.1],
  ];
  for (const items of [[], [[1], [2]], one, [[1, 1], [2]]]) {
    expect(alphaOf(by(items))).toBeNull();
    expect(middleOf([...resampledAlphas(by(items))])).toEqual({ low: null, high: null });
  }
});

test("equal numbers without an exact binary form agree fully", () => {
  const agreed = [0.5, 1, 2, 2.3].map((value) => [value, value, value]);
  expect(alphaOf(runAll(intervalDisagreement(agreed)))).toBe(1);
});

test("perfect agreement is 1 with an interval of just 1, and agreement worse than chance is below 0", () => {
  const agreed = nominalDisagreement(["aa", "bb"].map((unit) => [...unit]));
  expect(alphaOf(agreed)).toBe(1);
  expect(middleOf([...resampledAlphas(agreed)])).toEqual({ low: 1, high: 1 });
  expect(alphaOf(nominalDisagreement(["ab", "ba"].map((unit) => [...unit])))).toBeLessThan(0);
});

test("the interval is around alpha, deterministic, and narrower with more items", () => {
  const few = nominalDisagreement(EXAMPLE_C);
  const many = nominalDisagreement(Array.from({ length: 25 }, () => EXAMPLE_C).flat());
  const [wide, narrow] = [few, many].map((of) => middleOf([...resampledAlphas(of)]));

  expect(middleOf([...resampledAlphas(few)])).toEqual(wide);
  for (const { low, high } of [wide, narrow].filter((interval) => interval !== undefined)) {
    expect(low).toBeLessThan(0.74);
    expect(high).toBeGreaterThan(0.75);
  }
  const width = (of: typeof wide) => (of?.high ?? 0) - (of?.low ?? 0);
  expect(width(narrow)).toBeLessThan(width(wide) / 3);
});

test("for many answers a bounded number of pairs is compared, and the result is close to the exact value", () => {
  const items = Array.from({ length: 50_000 }, (_, index) => {
    const label = ["a", "b", "c"][index % 3] ?? "";
    return [label, index % 5 === 0 ? "a" : label];
  });
  let calls = 0;
  const counted = (a: string, b: string) => {
    calls += 1;
    return isOther(a, b);
  };
  const estimate = alphaOf(runAll(disagreement(items, counted)));
  expect(calls).toBe(items.length + MAX_CHANCE_PAIRS);
  expect(Math.abs((estimate ?? 0) - (alphaOf(nominalDisagreement(items)) ?? 1))).toBeLessThan(0.005);
  expect(alphaOf(runAll(disagreement(items, isOther)))).toBe(estimate);
});

test("the estimate of chance never compares an answer with itself", () => {
  const items = Array.from({ length: 150 }, () => [{}, {}]);
  expect(alphaOf(runAll(disagreement(items, (a, b) => (a === b ? 0 : 1))))).toBe(0);
});

test.each([
  ["nominal", nominalInSteps, 20],
  ["interval", intervalDisagreement, 40],
  ["ordinal", ordinalDisagreement, 60],
] as const)(
  "the %s disagreement of 100,000 items is computed in steps of 10,000",
  (_metric, disagree, least) => {
    const items = Array.from({ length: 100_000 }, (_, place) => [place % 5, (place * 7) % 3]);
    const computation = disagree(items);
    let steps = 0;
    while (computation.next().done !== true) steps += 1;
    expect(steps).toBeGreaterThanOrEqual(least);
  },
);
