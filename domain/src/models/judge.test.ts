import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seededRandom } from "../agreement.ts";
import { exactInterval } from "../certification/bound.ts";
import { hypergeometricPoint } from "../certification/distributions.ts";
import { compareModels } from "./compare-models.ts";
import { correctedShare, correctedShares, type Stratum } from "./corrected-shares.ts";
import { holmAdjusted } from "./holm.ts";
import { type JudgedPrediction, judgeModel, MOST_LABELS } from "./judge.ts";

const LABELS = ["cat", "dog", "owl"];
const predictions = fc.array(
  fc
    .record({
      delivered: fc.constantFrom(...LABELS),
      predicted: fc.constantFrom(...LABELS),
      score: fc.option(fc.integer({ min: 0, max: 10 }).map((tenth) => tenth / 10)),
      slices: fc.record({ site: fc.option(fc.constantFrom("a", "b")) }),
    })
    .map((one): JudgedPrediction => ({ ...one, right: one.delivered === one.predicted })),
  { maxLength: 60 },
);

/** So many predictions. */
function rows(count: number, change: Partial<JudgedPrediction>): JudgedPrediction[] {
  const usual = { right: true, delivered: "cat", predicted: "cat", score: null };
  return Array.from({ length: count }, () => ({ ...usual, ...change }));
}

describe("a model judged by a random sample", () => {
  test("has accuracy, sensitivity, specificity and confusion with exact intervals", () => {
    const { accuracy, labels, confusion } = judgeModel([
      ...rows(40, {}),
      ...rows(10, { predicted: "dog", right: false }),
      ...rows(45, { delivered: "dog", predicted: "dog" }),
      ...rows(5, { delivered: "dog", right: false }),
    ]);

    expect(accuracy).toEqual({ items: 100, count: 85, share: 0.85, ...exactInterval(100, 15) });
    expect(confusion[0]).toEqual({ delivered: "dog", predicted: "dog", items: 45 });
    expect(confusion.map(({ items }) => items)).toEqual([45, 40, 10, 5]);
    const [cat, dog] = labels;
    // what a medical test with these counts has: 40 of 50 and 45 of 50, by R's binom.test
    expect(cat?.sensitivity).toMatchObject({ items: 50, count: 40, share: 0.8 });
    expect(cat?.sensitivity.low).toBeCloseTo(0.6628, 4);
    expect(cat?.sensitivity.high).toBeCloseTo(0.8997, 4);
    expect(cat?.specificity).toMatchObject({ items: 50, count: 45 });
    expect(dog?.sensitivity).toEqual(cat?.specificity);
    expect(dog?.specificity).toEqual(cat?.sensitivity);
  });

  test("counts each prediction once, in each part of the report", () => {
    fc.assert(
      fc.property(predictions, (sample) => {
        const { accuracy, labels, confusion, calibration, slices } = judgeModel(sample);
        expect(accuracy.items).toBe(sample.length);
        expect(confusion.reduce((sum, { items }) => sum + items, 0)).toBe(sample.length);
        expect(labels.reduce((sum, { sensitivity }) => sum + sensitivity.items, 0)).toBe(sample.length);
        expect(labels.reduce((sum, { sensitivity }) => sum + sensitivity.count, 0)).toBe(accuracy.count);
        for (const { sensitivity, specificity } of labels)
          expect(sensitivity.items + specificity.items).toBe(sample.length);
        expect(slices.reduce((sum, slice) => sum + slice.accuracy.items, 0)).toBe(sample.length);
        expect(slices.reduce((sum, slice) => sum + slice.accuracy.count, 0)).toBe(accuracy.count);
        const scored = sample.filter(({ score }) => score !== null).length;
        expect(calibration?.bins.reduce((sum, bin) => sum + bin.accuracy.items, 0) ?? 0).toBe(scored);
        expect(judgeModel(sample.toReversed())).toEqual(judgeModel(sample));
      }),
    );
  });

  test("without labels has an accuracy only", () => {
    const boxes = rows(20, { delivered: null, predicted: null });
    expect(judgeModel(boxes)).toMatchObject({
      accuracy: { count: 20 },
      labels: [],
      confusion: [],
      calibration: null,
    });
    expect(judgeModel([]).accuracy).toEqual({ items: 0, count: 0, share: null, low: 0, high: 1 });
  });

  test("has the distance of scores from accuracy in ten bins with equally many predictions", () => {
    const sure = Array.from({ length: 1000 }, (_, place) => ({
      ...{ delivered: null, predicted: null },
      ...{ score: 0.5 + place / 2000, right: place % 4 > 0 },
    }));
    const { calibration } = judgeModel(sure);

    expect(calibration?.bins.map(({ accuracy }) => accuracy.items)).toEqual(new Array(10).fill(100));
    expect(calibration?.bins[0]?.mean_score).toBeCloseTo(0.52475, 10);
    expect(calibration?.error).toBeCloseTo(0.125, 3); // |0.75 − score| has the mean 1/8 for scores from 0.5 to 1
    const ties = judgeModel(rows(90, { score: 1 })).calibration;
    expect(ties?.bins).toHaveLength(1);
    expect(ties?.error).toBe(0);
    expect(judgeModel(rows(9, { score: -3.5 })).calibration).toBeNull();
  });

  test("has slices whose intervals hold together, and tells those that differ from the rest", () => {
    const sample = [
      ...rows(200, { slices: { site: "north", day: "1" } }),
      ...rows(30, { slices: { site: "south", day: "2" } }),
      ...rows(30, { slices: { site: "south" }, right: false }),
    ];
    const { slices } = judgeModel(sample);

    expect(slices.map(({ key, value, accuracy }) => [key, value, accuracy.count, accuracy.items])).toEqual([
      ["day", "1", 200, 200],
      ["day", "2", 30, 30],
      ["day", null, 0, 30],
      ["site", "north", 200, 200],
      ["site", "south", 30, 60],
    ]);
    expect(slices[3]?.accuracy.low).toBeCloseTo(0.005 ** (1 / 200), 10); // 5 %, divided by 5 slices and 2 sides
    for (const site of slices.slice(3)) expect(site.p).toBeLessThan(1e-6); // better than the rest, and worse
    expect(slices[1]?.p).toBeGreaterThan(0.03); // 30 of 30 beside 200 of 230, adjusted for 5 slices
  });

  test("groups the rare values of a slice", () => {
    const sample = Array.from({ length: 60 }, (_, place) =>
      rows(1, { slices: { page: `p${place % 30}` } }),
    ).flat();
    const { slices } = judgeModel(sample);

    expect(slices).toHaveLength(21);
    expect(slices.at(-1)).toMatchObject({ value: null, other_values: 10, accuracy: { items: 20 } });
  });
});

test("Holm's procedure adjusts p-values as R's p.adjust does", () => {
  const adjusted = holmAdjusted([0.01, 0.04, 0.03, 0.005]);
  expect(adjusted.map((p) => p.toFixed(3))).toEqual(["0.030", "0.060", "0.060", "0.020"]);
  expect(holmAdjusted([0.9, 0.8])).toEqual([1, 1]);
});

describe("the corrected share of a label", () => {
  test("is the model's share, less its false labels and plus the missed ones", () => {
    const sample = [
      ...rows(30, {}),
      ...rows(10, { delivered: "dog" }),
      ...rows(50, { delivered: "dog", predicted: "dog" }),
      ...rows(10, { predicted: "dog" }),
    ].map(({ delivered, predicted }) => ({ delivered: delivered ?? "", predicted: predicted ?? "" }));
    const counts = new Map([
      ["cat", 4000],
      ["dog", 6000],
    ]);
    const [cat, dog] = correctedShares(counts, sample);

    expect(cat).toMatchObject({ label: "cat", predicted: 0.4, share: 0.4 - 0.4 / 4 + 0.6 / 6 });
    expect(dog?.share).toBeCloseTo(1 - (cat?.share ?? 0), 12);
    expect(dog?.low).toBeCloseTo(1 - (cat?.high ?? 0), 12);
    expect((cat?.high ?? 0) - (cat?.low ?? 0)).toBeLessThan(0.2);
  });

  test("leaves everything possible without a sample, and nothing with a whole one", () => {
    const counts = new Map([["cat", 30]]);
    expect(correctedShares(counts, [])).toEqual([{ label: "cat", predicted: 1, share: 1, low: 0, high: 1 }]);
    const all = Array.from({ length: 30 }, (_, item) => ({
      delivered: item < 3 ? "owl" : "cat",
      predicted: "cat",
    }));
    expect(correctedShares(counts, all)).toEqual([
      { label: "cat", predicted: 1, share: 0.9, low: 0.9, high: 0.9 },
      { label: "owl", predicted: 0, share: 0.1, low: 0.1, high: 0.1 },
    ]);
  });

  test.each([
    [50, 0.5],
    [50, 0.1],
    [100, 0.5],
    [100, 0.1],
    [200, 0.1],
  ])(
    "lies in its interval with 95 percent if n is %i and the share is %f, for errors of 1, 5 and 20 percent",
    (n, share) => {
      const [got, others] = [share, 1 - share].map((part) => ({
        items: 10_000 * part,
        sampled: n * part,
        wrong: 0,
      }));
      if (got === undefined || others === undefined) return;
      for (const [one, other] of ERRORS.flatMap((a) => ERRORS.map((b) => [a, b] as const)))
        expect(coverage(got, others, one, other), `errors ${one} and ${other}`).toBeGreaterThan(0.95);
    },
  );
});

const ERRORS = [0.01, 0.05, 0.2];

/** The chance that the interval holds if these shares of the two strata are wrong, over all outcomes that matter. */
function coverage(got: Stratum, others: Stratum, one: number, other: number): number {
  const total = got.items + others.items;
  const truth = (got.items * (1 - one) + others.items * other) / total;
  const outcomes = [outcomesOf(got, one), outcomesOf(others, other)] as const;
  const chances = outcomes[0].flatMap(([over, p]) =>
    outcomes[1].map(([under, q]) => {
      const { low, high } = correctedShare({ ...got, wrong: over }, { ...others, wrong: under });
      return low <= truth + 1e-12 && truth <= high + 1e-12 ? p * q : 0;
    }),
  );
  return chances.reduce((sum, chance) => sum + chance, 0);
}

/** Numbers of wrong labels in a sample, with their chances, without those that are under 1 in 100,000. */
function outcomesOf({ items, sampled }: Stratum, share: number) {
  const counts = Array.from({ length: sampled + 1 }, (_, count) => count);
  return counts
    .map((count) => [count, hypergeometricPoint(count, items, Math.round(items * share), sampled)] as const)
    .filter(([, chance]) => chance > 1e-5);
}

describe("models that are compared", () => {
  const marks = (text: string) => [...text].map((mark) => (mark === "." ? null : mark === "1"));

  test("have McNemar's exact p on the items that both predicted", () => {
    const { pairs } = compareModels([
      { model: "a", right: marks("1111111111111111..") },
      { model: "b", right: marks("0000000000111111.1") },
    ]);
    expect(pairs).toEqual([
      { models: ["a", "b"], items: 16, only_first: 10, only_second: 0, p: 2 / 1024, adjusted_p: 2 / 1024 },
    ]);
  });

  test("share a range of ranks if they cannot be told apart", () => {
    const random = seededRandom(3);
    const model = (name: string, share: number) => ({
      model: name,
      right: Array.from({ length: 400 }, () => random() < share),
    });
    const { ranks } = compareModels([
      model("bad", 0.5),
      model("good", 0.9),
      model("other", 0.9),
      model("fair", 0.75),
    ]);

    expect(new Set(ranks.slice(0, 2).map(({ model: name }) => name))).toEqual(new Set(["good", "other"]));
    expect(ranks.map(({ best_rank, worst_rank }) => [best_rank, worst_rank])).toEqual([
      [1, 2],
      [1, 2],
      [3, 3],
      [4, 4],
    ]);
  });

  test("have ranges of ranks that contain their places", () => {
    const results = fc.array(fc.array(fc.option(fc.boolean()), { minLength: 12, maxLength: 12 }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(results, (all) => {
        const { ranks, pairs } = compareModels(all.map((right, place) => ({ model: `m${place}`, right })));
        expect(pairs).toHaveLength((all.length * (all.length - 1)) / 2);
        expect(ranks).toHaveLength(all.length);
        for (const { best_rank, worst_rank } of ranks) {
          expect(best_rank).toBeGreaterThanOrEqual(1);
          expect(worst_rank).toBeGreaterThanOrEqual(best_rank);
          expect(worst_rank).toBeLessThanOrEqual(all.length);
        }
      }),
    );
  });
});

test("of more labels than a report tells, it has the most frequent", () => {
  const names = Array.from({ length: MOST_LABELS + 50 }, (_, index) => `label ${index}`);
  const sample = ["rare", ...names, ...names].map((label) => ({
    ...{ right: true, delivered: label, predicted: label, score: null },
  }));
  const predicted = new Map(sample.map(({ predicted: label }) => [label, label === "rare" ? 1 : 2]));

  const told = judgeModel(sample).labels.map(({ label }) => label);
  expect(told).toHaveLength(MOST_LABELS);
  expect(told).not.toContain("rare");
  expect(correctedShares(predicted, sample).map(({ label }) => label)).toEqual(told);
});
