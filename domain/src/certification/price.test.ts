import { expect, test } from "vitest";
import { textClassification } from "../types/text-classification/text-classification.ts";
import { resolvePolicy } from "./policy.ts";
import { CERTIFIED_LEVELS, planRound, priceOf } from "./price.ts";
import { sliceSample } from "./slices.ts";

const price = (level: Parameters<typeof resolvePolicy>[0], N: number, seconds: number | null = null) =>
  priceOf(resolvePolicy(level, textClassification, {}), N, { secondsPerAudit: seconds });

test("the price of a level is its plan, and the chance to pass for each share of right labels", () => {
  const { plan, chances } = price("premium", 500);
  expect(plan).toMatchObject({ N: 500, budget: 0.0375 });
  expect(plan?.stages.map(({ audits }) => audits)).toEqual([39, 56, 71, 85, 99]);
  expect(chances.map(({ share }) => share)).toEqual([0.9, 0.95, 0.98]);
  expect(chances.map(({ chance }) => Math.round(100 * chance))).toEqual([4, 51, 98]);
});

test("the description states it, with the time that audits take if that is known", () => {
  expect(price("premium", 1000).sentence).toBe(
    "Premium (≥ 90), 1,000 labels: 39 audits if all are right; up to 103 if four are wrong. Of 100 such batches, 4 pass if 90 in 100 labels are right, 48 if 95 are, 96 if 98 are.",
  );
  expect(price("standard", 1000, 60).sentence).toContain(
    "1,000 labels: 19 audits (about 19 min) if all are right; up to 51 (about 51 min) if four are wrong.",
  );
});

test("a forgiving plan tolerates six wrong labels", () => {
  const plan = planRound({ score: 95, audit_plan: "forgiving" }, 1000, 1);
  expect(plan.stages.map(({ audits }) => audits)).toEqual([82, 118, 149, 178, 205, 231, 256]);
});

test("the description calls only certain outcomes certain", () => {
  // Of 3 labels 90 in 100 are right as one is wrong in 30 of 100 such batches.
  expect(price("elite", 3).sentence).toBe(
    "Elite (≥ 95), 3 labels: 3 audits. Of 100 such batches, 70 pass if 90 in 100 labels are right, 85 if 95 are, 94 if 98 are.",
  );
  expect(price("basic", 10).sentence).toContain("Of 100 such batches, 100 pass if 90");
  expect(price("basic", 100_000).sentence).toContain("over 99 if 98 are");
  expect(price("elite", 100_000).sentence).toContain("under 1 pass if 90");
});

test("the description of a level without audits says so", () => {
  expect(price("none", 500)).toEqual({
    plan: null,
    chances: [],
    slices: null,
    sentence: "None: labels without a verdict. Nobody checks them; a verdict can be asked for later.",
  });
  const policy = resolvePolicy("basic", textClassification, { evidence: "agreement" });
  expect(priceOf(policy, 500).sentence).toMatch(/^Basic by agreement: nobody checks a label/);
});

test("levels with a verdict are all but none", () => {
  expect(CERTIFIED_LEVELS).toEqual(["basic", "standard", "premium", "elite"]);
});

test("floors of slices add the audits that the first stage lacks, and the sentence says so", () => {
  const quality_policy = { slices: ["site", { key: "language", min_score: 80 }] };
  const policy = resolvePolicy("standard", textClassification, quality_policy);
  const { plan, slices, sentence } = priceOf(policy, 1500, { slices: 3 });

  const first = plan?.stages[0]?.audits ?? 0;
  const alpha = (plan?.budget ?? 0) / 3;
  expect(slices).toEqual({
    ...{ slices: 3, min_score: 80 },
    ...{ audits_each: sliceSample(500, 80, alpha), more_audits: 3 * sliceSample(500, 80, alpha) - first },
  });
  expect(sentence).toMatch(
    /Slices: 29 audits in each of 3 slices of equal size, to show that 80 of 100 labels are right; \d+ more than the first stage has\.$/,
  );
  expect(priceOf(policy, 1500).slices).toMatchObject({ slices: 44 });
  expect(priceOf({ ...policy, slices: [{ key: "site", min_score: null }] }, 1500).slices).toBeNull();
});

test("slices never add more audits than there are items", () => {
  const policy = resolvePolicy("standard", textClassification, { slices: [{ key: "site", min_score: 95 }] });
  const { plan, slices } = priceOf(policy, 40);
  expect(slices?.more_audits).toBe(40 - (plan?.stages[0]?.audits ?? 0));
});
