import { describe, expect, test } from "vitest";
import { LEVELS } from "./levels.ts";
import { planRound } from "./price.ts";
import { decideRound, type RoundResult } from "./verdict.ts";

const NO_GATE = { excluded: 0, maxExcludedShare: 0.1 };

/** The first round of `N` units that ask for standard, without a wrong one. */
function flawless(N: number): RoundResult {
  const plan = planRound(LEVELS.standard, N, 1);
  return {
    ...{ plan, end: { outcome: "certified", audits: plan.stages[0]?.audits ?? 0, wrong: 0 } },
    ...{ look: 1, asked: "standard", independent: true, gates: NO_GATE },
  };
}

const FIRST = flawless(10_000);

describe("a gate", () => {
  test("fails a batch whose audit would have passed", () => {
    const gates = { ...NO_GATE, excluded: 2000 };
    expect(decideRound({ ...FIRST, gates })).toMatchObject({
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
      expect(decideRound({ ...flawless(N), gates: { excluded, maxExcludedShare } }).outcome).toBe(
        "certified",
      );
    }
    expect(decideRound({ ...flawless(9999), gates: { excluded: 1, maxExcludedShare: 0 } }).outcome).toBe(
      "failed",
    );
  });

  test("adds its reason to the others", () => {
    const gates = {
      ...NO_GATE,
      missingAnswers: 1,
      invalidResults: 2,
      agreement: { alphaUpper: -0.123, items: 40 },
    };
    const verdict = decideRound({ ...FIRST, end: { outcome: "given_up", audits: 51, wrong: 5 }, gates });
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
        { code: "insufficient_evidence", count: 51 },
      ],
    });
  });

  test("ignores an alpha that is undefined, or low but not below chance", () => {
    for (const agreement of [{ alphaUpper: 0, items: 9 }, null]) {
      expect(decideRound({ ...FIRST, gates: { ...NO_GATE, agreement } }).outcome).toBe("certified");
    }
  });
});
