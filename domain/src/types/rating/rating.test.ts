import fc from "fast-check";
import { expect, test } from "vitest";
import { givenItem } from "../../../test/given-item.ts";
import { alphaOf, disagreement } from "../../krippendorff.ts";
import { runAll } from "../../steps.ts";
import { rating } from "./rating.ts";

const ITEM = givenItem({ text: "fine" });
const rated = (helpfulness: number) => ({ ratings: { helpfulness } });
const scaled = rating.configured({ scales: [{ name: "helpfulness", min: 1, max: 7 }] });
const numeric = rating.configured({
  scales: [{ name: "helpfulness", min: 0, max: 1, step: 0.1, kind: "numeric" }],
});

test("an ordinal scale has the median, and a tie if the two in the middle differ", () => {
  expect(scaled.consensus([2, 7, 3].map(rated))).toEqual({ result: rated(3), support: 2 / 3 });
  expect(scaled.consensus([2, 3, 3, 7].map(rated))).toEqual({ result: rated(3), support: 3 / 4 });
  expect(scaled.consensus([2, 3].map(rated))).toBeNull();
  expect(scaled.consensus([2, 4].map(rated))).toBeNull();
});

test("the policy may take the lower of two different ratings in the middle", () => {
  const lower = { even_median: "lower" } as const;
  expect(scaled.consensus([7, 3].map(rated), lower)).toEqual({ result: rated(3), support: 1 / 2 });
  expect(scaled.consensus([2, 6, 3, 7].map(rated), lower)).toEqual({ result: rated(3), support: 1 / 2 });
  expect(scaled.consensus([7, 3].map(rated), { even_median: "tie" })).toBeNull();
  expect(numeric.consensus([0.2, 0.4].map(rated), lower)).toEqual(numeric.consensus([0.2, 0.4].map(rated)));
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 8 }), (given) => {
      const decided = scaled.consensus(given.map(rated), lower)?.result as ReturnType<typeof rated>;
      const { helpfulness } = decided.ratings;
      const [below, above] = [
        given.filter((one) => one < helpfulness),
        given.filter((one) => one > helpfulness),
      ];
      expect(given).toContain(helpfulness);
      expect(2 * below.length).toBeLessThan(given.length);
      expect(2 * above.length).toBeLessThanOrEqual(given.length);
      const plain = scaled.consensus(given.map(rated));
      if (plain !== null) expect(plain.result).toEqual(decided);
    }),
  );
});

test("values that differ by rounding are equal", () => {
  const tenths = rating.configured({ scales: [{ name: "helpfulness", min: 0, max: 1, step: 0.1 }] });
  const answers = [0.1 + 0.2, 0.3].map(rated);
  expect(tenths.consensus(answers)).toEqual({ result: rated(0.3), support: 1 });
  expect(tenths.distanceAmong(answers)(rated(0.1 + 0.2), rated(0.3))).toBe(0);
});

test("a numeric scale has the mean, rounded to a step of the scale", () => {
  const { result } = numeric.consensus([0.1, 0.2, 0.5].map(rated)) ?? {};
  expect((result as ReturnType<typeof rated>).ratings.helpfulness).toBeCloseTo(0.3, 12);
  expect(numeric.consensus([1, 1].map(rated))).toEqual({ result: rated(1), support: 1 });
});

test("validation accepts exactly the values that annotators can give", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 1, maxLength: 6 }), (tenths) => {
      const answers = tenths.map((tenth) => rated(tenth / 10));
      for (const answer of answers) expect(numeric.validate(answer, ITEM, null)).toEqual([]);
      expect(numeric.validate(numeric.consensus(answers)?.result, ITEM, null)).toEqual([]);
      expect(numeric.consensus(answers.toReversed())).toEqual(numeric.consensus(answers));
    }),
  );
});

test("a value off the scale, between two steps or missing is refused with its path", () => {
  expect(scaled.validate(rated(8), ITEM, null)).toEqual([
    { path: "ratings.helpfulness", message: "must be from 1 to 7" },
  ]);
  expect(scaled.validate(rated(1.5), ITEM, null)).toEqual([
    { path: "ratings.helpfulness", message: "must be 1 or a multiple of 1 above it" },
  ]);
  expect(scaled.validate({ ratings: { truth: 1 } }, ITEM, null)).toEqual([
    { path: "ratings.helpfulness", message: "is missing" },
    { path: "ratings.truth", message: "is not a scale of the project; its scales are helpfulness" },
  ]);
  expect(scaled.validate({ ratings: { helpfulness: "4" } }, ITEM, null)).toEqual([
    { path: "ratings.helpfulness", message: "must be a number" },
  ]);
});

test("a project without scales takes whole numbers from 1 to 5 under any name", () => {
  expect(rating.validate({ ratings: { anything: 5 } }, ITEM, null)).toEqual([]);
  expect(rating.validate({ ratings: { anything: 6 } }, ITEM, null)).toHaveLength(1);
  expect(rating.validate({ ratings: {} }, ITEM, null)).toEqual([
    { path: "ratings", message: "must rate something" },
  ]);
});

test("invalid scales are refused", () => {
  const scales = [
    { name: "a", min: 1, max: 1 },
    { name: "a", min: 0, max: 1, step: 2 },
    { name: "b", min: -1e308, max: 1e308 },
  ];
  expect(rating.optionFaults({ scales })).toEqual([
    { path: "scales.0.max", message: "must be greater than min" },
    { path: "scales.1.name", message: '"a" is the name of two scales' },
    { path: "scales.1.step", message: "must not be longer than the scale" },
    { path: "scales.2.step", message: "must divide the scale into at most 9007199254740991 steps" },
  ]);
  expect(rating.optionFaults({ scale: [] })).toEqual([
    { path: "scale", message: "is not a known field; known are scales" },
  ]);
  expect(rating.optionFaults({ scales: [{ name: "a", min: 0, max: 1, kind: "nominal" }] })).not.toEqual([]);
});

test("a rating is acceptable within one step, or the policy's number of steps, and if strict only if equal", () => {
  expect(scaled.acceptable(rated(4), rated(5), { strict: false })).toBe(true);
  expect(scaled.acceptable(rated(4), rated(6), { strict: false })).toBe(false);
  expect(scaled.acceptable(rated(4), rated(6), { strict: false, max_steps: 2 })).toBe(true);
  expect(scaled.acceptable(rated(4), rated(5), { strict: true })).toBe(false);
  expect(numeric.acceptable(rated(0.3), rated(0.1 + 0.1), { strict: false })).toBe(true);
});

/** Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), example C: 4 observers, 12 units. */
const EXAMPLE_C = "111 2232 3333 3333 2222 1234 4444 1121 2222 555 11 3"
  .split(" ")
  .map((unit) => [...unit].map(Number));

test.each([
  ["ordinal", 0.81539],
  ["numeric", 0.84911],
] as const)(
  "alpha of an %s scale is that of the published example, whatever the scale's length",
  (kind, published) => {
    const items = EXAMPLE_C.filter(({ length }) => length > 1).map((unit) => unit.map(rated));
    for (const max of [5, 100]) {
      const type = rating.configured({ scales: [{ name: "helpfulness", min: 1, max, kind }] });
      const found = runAll(disagreement(items, type.distanceAmong(items.flat())));
      expect(alphaOf(found)).toBeCloseTo(published, 5);
    }
  },
);

test("several scales weigh the same, each by its kind, and an omitted rating counts as distance 1", () => {
  const type = rating.configured({
    scales: [
      { name: "a", min: 0, max: 10, kind: "numeric" },
      { name: "b", min: 1, max: 5 },
    ],
  });
  const [one, other] = [{ ratings: { a: 2, b: 1 } }, { ratings: { a: 7, b: 5 } }];
  // a: half the scale; b: half of the answers lie between, each end counted half
  expect(type.distanceAmong([one, other])(one, other)).toBeCloseTo((0.25 + 0.25) / 2, 12);
  expect(scaled.distance(rated(1), rated(7))).toBe(1);
  expect(scaled.distance(rated(1), { ratings: { truth: 1 } })).toBe(1);
});

test("once answers may exist, only the words for the ends of a scale change", () => {
  const help = { name: "help", min: 1, max: 7 };
  const faults = (...scales: readonly object[]) =>
    rating.optionChangeFaults({ scales: [help] }, { scales }).map(({ message }) => message);

  expect(faults({ ...help, step: 1, kind: "ordinal", min_label: "useless" })).toEqual([]);
  const kept =
    'must keep "help" from 1 to 7 in steps of 1 (ordinal), since answers may rate it; only min_label and max_label may change';
  for (const change of [{ min: 2 }, { max: 5 }, { step: 2 }, { kind: "numeric" }])
    expect(faults({ ...help, ...change })).toEqual([kept]);
  expect(faults({ ...help, name: "aid" })).toEqual([
    kept,
    'must not add "aid", since earlier answers do not rate it; add a field',
  ]);
  expect(rating.optionChangeFaults({}, { scales: [help] })).toHaveLength(1);
});
