import { expect, test } from "vitest";
import { textClassification } from "../types/text-classification/text-classification.ts";
import { resolvePolicy } from "./policy.ts";
import { CERTIFIED_LEVELS, looksOf, priceOf } from "./price.ts";

const price = (level: Parameters<typeof resolvePolicy>[0], N: number, seconds: number | null = null) =>
  priceOf(resolvePolicy(level, textClassification, {}), N, seconds);

test("the price of a level is its looks, and the chance to pass for each share of right labels", () => {
  const { looks, chances } = price("premium", 500);
  expect(looks).toMatchObject([
    { look: 1, alpha: 0.025, required: 51, wrongAllowed: 1 },
    { look: 2, alpha: 0.0125, required: 100, wrongAllowed: 4 },
  ]);
  expect(chances.map(({ share }) => share)).toEqual([0.9, 0.95, 0.98]);
  expect(chances.map(({ chance }) => Math.round(100 * chance))).toEqual([3, 47, 97]);
});

test("the description states it, with the time that audits take if that is known", () => {
  expect(price("premium", 500).sentence).toBe(
    "Premium (≥ 90): 51 checks of 500 labels, at most 100. It passes 3 times in 100 where 90 in 100 labels are right, 47 where 95 are, 97 where 98 are.",
  );
  expect(price("standard", 500, 60).sentence).toContain(
    "25 checks of 500 labels (about 25 min), at most 51 (about 51 min).",
  );
});

test("the description calls only certain outcomes certain", () => {
  // Of 3 labels 90 in 100 are right as one is wrong in 30 of 100 such batches.
  expect(price("elite", 3).sentence).toBe(
    "Elite (≥ 95): 3 checks of 3 labels. It passes 70 times in 100 where 90 in 100 labels are right, 85 where 95 are, 94 where 98 are.",
  );
  expect(price("basic", 10).sentence).toContain("It passes 100 times in 100 where 90");
  expect(price("basic", 100_000).sentence).toContain("over 99 where 98 are");
  expect(price("elite", 100_000).sentence).toContain("under 1 times in 100 where 90");
});

test("the description of a level without audits says so", () => {
  expect(price("none", 500)).toEqual({
    looks: [],
    chances: [],
    sentence: "None: labels without a verdict. Nobody checks them; a verdict can be asked for later.",
  });
  const policy = resolvePolicy("basic", textClassification, { evidence: "agreement" });
  expect(priceOf(policy, 500).sentence).toMatch(/^Basic by agreement: nobody checks a label/);
});

test("a round ends once everything is audited", () => {
  expect(looksOf(5, 80, 4)).toMatchObject([{ required: 5 }]);
  expect(looksOf(20, 95, 4)).toMatchObject([{ required: 20 }]);
  expect(CERTIFIED_LEVELS).toEqual(["basic", "standard", "premium", "elite"]);
});
