import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adjustShares, answered, preferenceForAnother, shareOf, sharesOf } from "./label-shares.ts";

const LABELS = ["cat", "dog", "owl", "fox"];
const label = fc.constantFrom(...LABELS);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const prediction = fc.record({
  label,
  score: fc.option(share),
  label_scores: fc.option(fc.dictionary(label, share, { maxKeys: 4 })),
});

function summed(shares: ReturnType<typeof sharesOf>): number {
  return LABELS.reduce((sum, name) => sum + shareOf(shares, name), 0);
}

describe("the shares of a prediction", () => {
  test("sum to 1, also once they are adjusted", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(prediction, label)), (all) => {
        const shares = all.map(([one]) => sharesOf(one, LABELS.length));
        const delivered = all.map(([, name]) => name);
        for (const each of [...shares, ...adjustShares(shares, delivered, LABELS.length)])
          expect(each === null ? 1 : summed(each)).toBeCloseTo(1, 9);
      }),
    );
  });

  test("so small that their mean is 0 are not adjusted", () => {
    const scores = [{ cat: Number.MIN_VALUE }, { cat: 1, dog: 1 }];
    const shares = scores.map((label_scores) =>
      sharesOf({ label: "cat", score: null, label_scores }, LABELS.length),
    );
    for (const each of adjustShares(shares, ["cat", "owl"], LABELS.length))
      expect(each === null ? 1 : summed(each)).toBeCloseTo(1, 9);
  });

  test.each([
    ["half of the score beside its label", { label: "cat", score: 0.4 }, [0.7, 0.1, 0.1, 0.1]],
    ["a score of 0.5 where there is none", { label: "cat", score: null }, [0.75, 1 / 12, 1 / 12, 1 / 12]],
    [
      "what is missing to 1",
      { label: "cat", score: 0.4, label_scores: { dog: 0.6, cat: 0.2 } },
      [0.2, 0.6, 0.1, 0.1],
    ],
    ["no more than 1 in all", { label: "cat", score: 1, label_scores: { dog: 1, cat: 1 } }, [0.5, 0.5, 0, 0]],
    [
      "nothing of scores that are all 0",
      { label: "cat", score: 0.4, label_scores: { dog: 0 } },
      [0.7, 0.1, 0.1, 0.1],
    ],
    [
      "the whole of 1 if no label is missing",
      { label: "cat", score: 1, label_scores: { cat: 0.4, dog: 0.05, owl: 0.05, fox: 0 } },
      [0.8, 0.1, 0.1, 0],
    ],
  ])("are %s", (_, given, expected) => {
    const shares = sharesOf(given, LABELS.length);
    for (const [place, name] of LABELS.entries())
      expect(shareOf(shares, name)).toBeCloseTo(expected[place] ?? -1, 12);
  });

  test("must lie in 0 to 1", () => {
    const given = { label: "cat", score: 1, label_scores: { dog: 1.5 } };
    expect(() => sharesOf(given, 4)).toThrow(RangeError);
    expect(() => sharesOf(given, 4)).toThrow("a label score of dog must be from 0 to 1 (got 1.5)");
  });
});

test("a label of which the model is seldom sure gains beside one of which it always is", () => {
  const of = (cat: number) => sharesOf({ label: "cat", score: null, label_scores: { cat, dog: 1 - cat } }, 2);
  const shares = [of(0.9), of(0.9), of(0.5), of(0.5), null];
  const adjusted = adjustShares(shares, ["cat", "cat", "dog", "dog", "dog"], 2);
  // The thresholds are (1.8 + 0.7)/3 of cat and (1 + 0.7)/3 of dog.
  const [cat, dog] = [0.5 / Math.sqrt(2.5 / 3), 0.5 / Math.sqrt(1.7 / 3)];
  expect(adjusted[2]?.named.get("dog")).toBeCloseTo(dog / (cat + dog), 12);
  expect(adjusted[4]).toBeNull();
});

test("a model that gives no delivered label anything has no thresholds", () => {
  const shares = [sharesOf({ label: "dog", score: null, label_scores: { dog: 1 } }, 2)];
  expect(adjustShares(shares, ["cat"], 2)).toEqual(shares);
});

test("sources together prefer what most weight is behind", () => {
  const sources = [
    { shares: answered("cat", 0.7, 4), weight: 2 },
    { shares: answered("dog", 0.7, 4), weight: 1 },
  ];
  // cat has 2 · 0.7 + 0.1, dog 2 · 0.1 + 0.7, each of the others 0.3.
  expect(preferenceForAnother(sources, "cat", 4)).toBeCloseTo(0.9 / 2.4, 12);
  expect(preferenceForAnother(sources, "dog", 4)).toBeCloseTo(1.5 / 2.4, 12);
  expect(preferenceForAnother(sources.slice(0, 1), "cat", 4)).toBeCloseTo(0.1 / 0.8, 12);
  expect(preferenceForAnother([], "cat", 4)).toBeNull();
});
