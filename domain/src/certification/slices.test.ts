import fc from "fast-check";
import { expect, test } from "vitest";
import { qualityScore } from "./bound.ts";
import { hypergeometricPoint } from "./distributions.ts";
import {
  type AuditedSlice,
  type FoundSlice,
  judgeSlices,
  planSlices,
  resolveSlices,
  sliceSample,
} from "./slices.ts";

const ALPHA = 0.0375;

function slice(N: number, n: number, d: number, need = 80): AuditedSlice {
  return { key: "language", value: "de", other_values: 0, N, n, d, need, is_floor: true };
}

test("one slice alone is judged like a batch", () => {
  expect(judgeSlices([slice(500, 20, 0)], ALPHA)).toMatchObject([
    { outcome: "shown", score: qualityScore(500, 20, 0, ALPHA) },
  ]);
  expect(judgeSlices([slice(500, 20, 3)], ALPHA)).toMatchObject([
    { outcome: "not_shown", score: qualityScore(500, 20, 3, ALPHA) },
  ]);
  expect(judgeSlices([slice(500, 10, 0)], ALPHA)).toMatchObject([{ outcome: "too_few_audits" }]);
  expect(judgeSlices([slice(500, 0, 0)], ALPHA)).toMatchObject([{ outcome: "too_few_audits", score: 0 }]);
  expect(judgeSlices([], ALPHA)).toEqual([]);
});

test("each shown slice leaves its share of the error to the others, as Holm's procedure does", () => {
  // P(no wrong unit among n) at .8 is .0012 for 30, .028 for 16 and .044 for 14; alpha for two is .01875.
  const [strong, weak] = [slice(100_000, 30, 0), slice(100_000, 16, 0)];
  const tooWeak = slice(100_000, 14, 0);
  expect(judgeSlices([weak, strong], ALPHA).map(({ outcome }) => outcome)).toEqual(["shown", "shown"]);
  expect(judgeSlices([weak, weak], ALPHA).map(({ outcome }) => outcome)).toEqual([
    "too_few_audits",
    "too_few_audits",
  ]);
  expect(judgeSlices([strong, tooWeak], ALPHA)).toMatchObject([
    { outcome: "shown", score: 80 },
    { outcome: "too_few_audits", score: qualityScore(100_000, 14, 0, ALPHA) },
  ]);
});

/** For each number of wrong units of a slice: its share of right ones in 100, and the chances of what audits find. */
function truthsOf({ N, n }: AuditedSlice) {
  return Array.from({ length: N + 1 }, (_, D) => ({
    right: (100 * (N - D)) / N,
    chances: Array.from({ length: n + 1 }, (_none, d) => hypergeometricPoint(d, N, D, n)),
  }));
}

type Truth = ReturnType<typeof truthsOf>[number];

/** The chance that a score of two slices, which have no unit in common, is above the truth. */
function chanceOfError(
  slices: readonly [AuditedSlice, AuditedSlice],
  truths: readonly [Truth, Truth],
  alpha: number,
) {
  const outcomes = truths[0].chances.flatMap((one, d) =>
    truths[1].chances.map((two, other) => ({ found: [d, other], chance: one * two })),
  );
  return outcomes
    .filter(({ chance, found }) => {
      if (chance === 0) return false;
      const audited = slices.map((each, index) => ({ ...each, d: found[index] ?? 0 }));
      return judgeSlices(audited, alpha).some(({ score }, index) => score > (truths[index]?.right ?? 0));
    })
    .reduce((sum, { chance }) => sum + chance, 0);
}

test.each([
  [slice(8, 5, 0, 60), slice(6, 6, 0, 90), 0.1],
  [slice(10, 5, 0, 70), slice(10, 5, 0, 70), 0.03],
  [slice(12, 7, 0, 50), slice(9, 6, 0, 70), 0.05],
  [slice(10, 9, 0, 80), slice(10, 4, 0, 40), 0.2],
])("the chance of any false statement about two slices is within alpha, exactly", (one, two, alpha) => {
  const chances = truthsOf(one).flatMap((a) =>
    truthsOf(two).map((b) => chanceOfError([one, two], [a, b], alpha)),
  );

  expect(Math.max(...chances)).toBeLessThanOrEqual(alpha * (1 + 1e-9));
  expect(Math.max(...chances)).toBeGreaterThan(alpha / 10);
});

test("the same holds for slices of two keys that overlap, over all samples of a small batch", () => {
  const N = 9;
  const all = 2 ** N - 1;
  const members = [0b000111111, 0b111000000, 0b101010101, 0b010101010];
  const sets = Array.from({ length: all + 1 }, (_, bits) => bits);
  const samples = sets.filter((bits) => sizeOf(bits) === 6);
  const isFalse = (truth: number, sample: number) =>
    judgeSlices(
      members.map((own) => slice(sizeOf(own), sizeOf(own & sample), sizeOf(own & sample & truth), 50)),
      0.15,
    ).some(({ score }, index) => {
      const own = members[index] ?? 0;
      return score > (100 * sizeOf(own & ~truth)) / sizeOf(own);
    });
  const errors = sets
    .filter((truth) => truth % 3 === 0)
    .map((truth) => samples.filter((sample) => isFalse(truth, sample)).length / samples.length);

  expect(Math.max(...errors)).toBeLessThanOrEqual(0.15);
  expect(Math.max(...errors)).toBeGreaterThan(0);
});

function sizeOf(bits: number): number {
  return [...Array(9).keys()].filter((bit) => (bits >> bit) & 1).length;
}

const anySlice = fc
  .tuple(
    fc.integer({ min: 1, max: 400 }),
    fc.nat({ max: 400 }),
    fc.nat({ max: 400 }),
    fc.integer({ min: 1, max: 100 }),
  )
  .map(([N, n, d, need]) => slice(N, n % (N + 1), d % ((n % (N + 1)) + 1), need));

test("the order of slices does not matter, and one more wrong unit never helps any slice", () => {
  fc.assert(
    fc.property(fc.array(anySlice, { minLength: 1, maxLength: 6 }), fc.nat(), (slices, which) => {
      const judged = judgeSlices(slices, ALPHA);
      expect(judgeSlices(slices.toReversed(), ALPHA).toReversed()).toEqual(judged);
      for (const { outcome, score, need } of judged) expect(score >= need).toBe(outcome === "shown");

      const place = which % slices.length;
      const worse = slices.map((one, index) =>
        index === place ? { ...one, d: Math.min(one.n, one.d + 1) } : one,
      );
      for (const [index, { outcome }] of judgeSlices(worse, ALPHA).entries())
        if (outcome === "shown") expect(judged[index]?.outcome).toBe("shown");
    }),
  );
});

test("the sample of a floor is the smallest that shows it with one wrong unit", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3_000 }),
      fc.integer({ min: 1, max: 100 }),
      fc.constantFrom(0.0375, 0.009, 0.002),
      (N, need, alpha) => {
        const n = sliceSample(N, need, alpha);
        expect(n).toBeLessThanOrEqual(N);
        const isShown = (size: number) =>
          judgeSlices([slice(N, size, Math.min(1, size), need)], alpha)[0]?.outcome === "shown";
        if (n < N) expect(isShown(n)).toBe(true);
        if (n > 0) expect(isShown(n - 1)).toBe(false);
      },
    ),
  );
  expect(sliceSample(500, 80, ALPHA / 6)).toBeGreaterThan(30);
});

test("a floor gets the sample that it needs among all slices, the others what is audited anyway", () => {
  const found = { key: "site", other_values: 0, N: 900, in_first_stage: 11 };
  const slices = [
    { ...found, value: "Bern" },
    { ...found, value: "Basel", N: 8, in_first_stage: 0 },
    { ...found, key: "language", value: "de" },
  ];
  const keys = resolveSlices([{ key: "site", min_score: 70 }, "language"]);

  expect(planSlices(slices, keys, 80, ALPHA)).toEqual([
    { ...plannedOf(slices[0]), need: 70, is_floor: true, n: sliceSample(900, 70, ALPHA / 3) },
    { ...plannedOf(slices[1]), need: 70, is_floor: true, n: sliceSample(8, 70, ALPHA / 3) },
    { ...plannedOf(slices[2]), need: 80, is_floor: false, n: 11 },
  ]);
  const many = slices.map((one) => ({ ...one, in_first_stage: Math.min(one.N, 300) }));
  expect(planSlices(many, keys, 80, ALPHA).map(({ n }) => n)).toEqual([300, 8, 300]);
});

function plannedOf(found: FoundSlice | undefined): Partial<FoundSlice> {
  const { in_first_stage: _none, ...slice } = { ...found };
  return slice;
}

test("a key that occurs twice is refused by name", () => {
  expect(() => resolveSlices(["site", { key: "site", min_score: 70 }])).toThrow(
    "quality_policy.slices: the key site occurs twice",
  );
});
