import { describe, expect, test } from "vitest";
import { decideLook, type LookResult } from "./verdict.ts";

const NO_GATE = { excluded: 0, maxExcludedShare: 0.1 };

/** The first look at a batch of 10,000 that asks for standard: 26 audits. */
const FIRST: LookResult = {
  N: 10_000,
  n: 26,
  d: 0,
  look: 1,
  lookOfRound: 1,
  maxLooks: 2,
  asked: "standard",
  independent: true,
  gates: NO_GATE,
};

describe("a gate", () => {
  test("fails a batch whose audit would have passed", () => {
    const gates = { ...NO_GATE, excluded: 2000 };
    expect(decideLook({ ...FIRST, gates })).toMatchObject({
      outcome: "failed",
      reasons: [
        {
          code: "excluded_items",
          message: "2,000 of 12,000 items excluded (17 %); the limit is 10 %.",
          count: 2000,
        },
      ],
    });
  });

  test("does not trip exactly at the limit", () => {
    for (const [N, excluded, maxExcludedShare] of [
      [90, 10, 0.1],
      [71, 29, 0.29],
      [10, 0, 0],
    ] as const) {
      expect(decideLook({ ...FIRST, N, n: N, gates: { excluded, maxExcludedShare } }).outcome).toBe(
        "certified",
      );
    }
    expect(decideLook({ ...FIRST, N: 9999, gates: { excluded: 1, maxExcludedShare: 0 } }).outcome).toBe(
      "failed",
    );
  });

  test("adds its reason to the others, and allows no second look", () => {
    const gates = {
      ...NO_GATE,
      missingAnswers: 1,
      invalidResults: 2,
      agreement: { alphaUpper: -0.123, items: 40 },
    };
    const verdict = decideLook({ ...FIRST, d: 3, gates });
    expect(verdict).toMatchObject({
      outcome: "failed",
      reasons: [
        { code: "missing_answers", message: "1 item without an accepted label.", count: 1 },
        { code: "invalid_results", message: "2 results not valid for the annotation type.", count: 2 },
        {
          code: "agreement",
          message: "On 40 items annotators agree less than by chance (alpha at most -0.12).",
          count: 40,
        },
        { code: "insufficient_evidence", count: 26 },
      ],
    });
  });

  test("fails a batch before any audit with its own reason only", () => {
    const verdict = decideLook({ ...FIRST, n: 0, gates: { ...NO_GATE, excluded: 5000 } });
    expect(verdict).toMatchObject({ outcome: "failed", score: 0 });
    expect(verdict).toHaveProperty("reasons.length", 1);
  });

  test("fails a batch with score 0 if every item is excluded", () => {
    const verdict = decideLook({ ...FIRST, N: 0, n: 0, gates: { excluded: 12, maxExcludedShare: 1 } });
    expect(verdict).toMatchObject({
      outcome: "failed",
      score: 0,
      reasons: [{ code: "excluded_items", message: "All items are excluded.", count: 12 }],
    });
  });

  test("ignores an alpha that is undefined, or low but not below chance", () => {
    for (const agreement of [{ alphaUpper: 0, items: 9 }, null]) {
      expect(decideLook({ ...FIRST, gates: { ...NO_GATE, agreement } }).outcome).toBe("certified");
    }
  });
});
