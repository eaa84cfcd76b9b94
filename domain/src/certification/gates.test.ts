import { describe, expect, test } from "vitest";
import { gateReasons } from "./reasons.ts";
import { countRecall, recallReasons, recallUpperBound } from "./recall.ts";
import { goldUpperBound, spamReasons } from "./spam.ts";

describe("the recall of a label", () => {
  const judged = [
    ...Array.from({ length: 17 }, () => ({ delivered: ["car"], truth: ["bus"] })),
    ...Array.from({ length: 3 }, () => ({ delivered: ["bus", "bus", "car"], truth: ["bus", "car"] })),
    { delivered: ["car"], truth: [] },
  ];

  test("counts each audited item that truly has the label once", () => {
    expect(countRecall(judged)).toEqual([
      { label: "bus", having: 20, found: 3 },
      { label: "car", having: 3, found: 3 },
    ]);
  });

  test("fails a batch only if its upper bound is below the floor", () => {
    const labels = countRecall(judged);
    // The p for which P(X ≤ 3 of 20) is .025, summed in Python.
    expect(recallUpperBound({ label: "bus", having: 20, found: 3 }, 2)).toBeCloseTo(0.378927, 6);
    expect(recallReasons(labels, 0.37)).toEqual([]);
    expect(recallReasons(labels, 0.38)).toEqual([
      {
        code: "label_recall",
        message:
          '1 label missed too often: "bus" found in 3 of 20 checked items that have it; at least 38 in 100 must be found.',
        count: 1,
      },
    ]);
    expect(recallReasons(labels, null)).toEqual([]);
  });

  test("of many labels the reason names a few", () => {
    const labels = ["a", "b", "c", "d", "e"].map((label) => ({ label, having: 50, found: 0 }));
    expect(recallReasons(labels, 0.5)).toMatchObject([
      {
        count: 5,
        message: expect.stringContaining('"c" found in 0 of 50 checked items that have it and 2 more;'),
      },
    ]);
  });

  test("a label that no audited item has does not fail a batch", () => {
    expect(recallUpperBound({ label: "a", having: 0, found: 0 }, 1)).toBe(1);
    expect(recallReasons([], 1)).toEqual([]);
  });
});

describe("guessing", () => {
  const good = { answers: 80, goldAnswered: 20, goldRight: 19 };
  const guesser = { answers: 20, goldAnswered: 40, goldRight: 10 };

  test("is detected by the upper bound on gold accuracy", () => {
    // The p for which P(X ≤ 10 of 40) is .05, summed in Python.
    expect(goldUpperBound(guesser)).toBeCloseTo(0.38706, 6);
    expect(goldUpperBound({ answers: 9, goldAnswered: 0, goldRight: 0 })).toBe(1);
  });

  test("fails a batch if more answers than allowed are guesses", () => {
    const gate = { maxShare: 0.19, chance: 0.3 };
    expect(spamReasons([good, guesser], gate)).toEqual([
      {
        code: "spam",
        message:
          "20 of 100 answers (20 %) from 1 annotator whose answers to gold are no better than guesses; the limit is 19 %.",
        count: 20,
      },
    ]);
    expect(spamReasons([good, guesser], { ...gate, maxShare: 0.2 })).toEqual([]);
    expect(spamReasons([good, guesser], { ...gate, chance: 0.28 })).toEqual([]);
    expect(spamReasons([good, guesser], { ...gate, maxShare: null })).toEqual([]);
    expect(spamReasons([good], { maxShare: 0, chance: 0.5 })).toEqual([]);
    expect(spamReasons([], { maxShare: 0, chance: 0.5 })).toEqual([]);
  });
});

test("the verdict lists these findings among its reasons", () => {
  const found = spamReasons([{ answers: 1, goldAnswered: 50, goldRight: 0 }], { maxShare: 0, chance: 0.5 });
  const gates = { excluded: 0, maxExcludedShare: 0.1, found };
  expect(gateReasons(9, gates)).toEqual(found);
});
