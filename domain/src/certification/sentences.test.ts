import { describe, expect, test } from "vitest";
import { planLook } from "./looks.ts";
import {
  agreementSentence,
  certifiedSentence,
  earlierSentence,
  failedSentence,
  labelsReadySentence,
  notYetSentence,
} from "./sentences.ts";
import { decideLook } from "./verdict.ts";

const GATES = { excluded: 0, maxExcludedShare: 0.1 };

describe("a certified batch", () => {
  const checked = { N: 500, n: 51, d: 1, look: 1, lookOfRound: 1, maxLooks: 2, independent: true } as const;

  test("has the sentence that the screens show", () => {
    const verdict = decideLook({ ...checked, asked: "premium", gates: GATES });
    if (verdict.outcome !== "certified") throw new Error(verdict.outcome);
    expect(certifiedSentence({ ...checked, level: verdict.level, score: verdict.score })).toBe(
      "Certified Premium (≥ 90). With 95 % confidence at least 90 of every 100 labels in this batch would be accepted by your reviewers. They checked 51 of 500 at random and corrected 1, so about 98 in 100 look right; 90 is what a check of 51 can guarantee.",
    );
  });

  test("states no confidence if everything was checked", () => {
    const all = { N: 20, n: 20, d: 1, level: "elite", score: 95, independent: true } as const;
    expect(certifiedSentence(all)).toBe(
      "Certified Elite (≥ 95). At least 95 of every 100 labels in this batch would be accepted by your reviewers. They checked all 20 and corrected 1.",
    );
    expect(certifiedSentence({ ...all, N: 1, n: 1, d: 0 })).toContain(
      "The only label in this batch was checked and accepted by your reviewers.",
    );
  });

  test("of groups speaks of groups", () => {
    const facts = { ...checked, level: "premium", score: 90, unit: "group" } as const;
    expect(certifiedSentence(facts)).toMatch(
      /at least 90 of every 100 groups of labels in this batch would be accepted whole by your reviewers\. They checked 51 of 500/,
    );
  });

  test("says if its own annotators checked it", () => {
    const alone = { ...checked, level: "basic", score: 90, independent: false } as const;
    expect(certifiedSentence(alone)).toMatch(
      /^Certified Basic \(≥ 70\)\..*The annotators checked their own labels\.$/,
    );
  });

  test("certified by agreement says that nobody checked a label", () => {
    expect(agreementSentence({ score: 76 })).toBe(
      "Certified Basic (≥ 70). With 95 % confidence annotators agree on at least 76 % of items; no label was checked.",
    );
  });
});

describe("a batch between two looks", () => {
  const next = planLook({ N: 10_000, need: 80, look: 2, lookOfRound: 2, audited: 26 });
  const facts = { n: 26, ...next, secondsPerAudit: 78 };

  test("says how many labels were checked, and not how many were wrong", () => {
    expect(notYetSentence(facts)).toBe(
      "Not certified yet. 26 checked. Check 27 more (about 35 min) for a verdict.",
    );
  });

  test("counts groups if groups are checked", () => {
    expect(notYetSentence({ ...facts, unit: "group" })).toBe(
      "Not certified yet. 26 groups checked. Check 27 more groups (about 35 min) for a verdict.",
    );
    expect(notYetSentence({ ...facts, n: 52, unit: "group" })).toContain("Check 1 more group (");
  });

  test("omits a time that nobody measured and gives a long one in hours", () => {
    expect(notYetSentence({ ...facts, secondsPerAudit: null })).toContain("Check 27 more for a verdict.");
    expect(notYetSentence({ ...facts, required: 226, secondsPerAudit: 60 })).toContain("(about 3 h)");
  });
});

test("labels that nobody checked have the sentence that the screens show", () => {
  const { required } = planLook({ N: 10_000, need: 80, look: 1, lookOfRound: 1 });
  expect(labelsReadySentence({ required })).toBe(
    "Labels ready, not certified. Nobody has checked them. Check 26 to learn how good they are.",
  );
  expect(labelsReadySentence({ required, unit: "group" })).toContain("Check 26 groups to learn");
});

test("a batch that failed for its groups says so", () => {
  const seen = { N: 88, look: 1, lookOfRound: 1, maxLooks: 1, asked: "standard", unit: "group" } as const;
  const messageOf = (n: number, d: number, independent = true) => {
    const verdict = decideLook({ ...seen, n, d, independent, gates: GATES });
    return verdict.outcome === "failed" && verdict.reasons[0]?.message;
  };
  expect(messageOf(26, 9)).toBe(
    "17 of 26 checked groups accepted whole: about 65 in 100 are right; Standard needs 80.",
  );
  expect(messageOf(0, 0)).toMatch(/^No group was checked;/);
  expect(messageOf(88, 0, false)).toMatch(/^88 groups checked, but not by people who are certain/);
});

test("a failed batch names its level and every reason", () => {
  const verdict = decideLook({
    ...{ N: 88, n: 26, d: 9, look: 1, lookOfRound: 1, maxLooks: 2, asked: "standard", independent: true },
    gates: { ...GATES, excluded: 12 },
  });
  if (verdict.outcome !== "failed") throw new Error(verdict.outcome);
  expect(failedSentence({ level: "standard", reasons: verdict.reasons })).toBe(
    "Failed Standard (≥ 80). 12 of 100 items excluded (12 %); the limit is 10 %. 17 of 26 checked labels accepted: about 65 in 100 are right; Standard needs 80.",
  );
});

describe("a batch with items that were audited before", () => {
  const failed = { shared_items: 1000, outcome: "failed" };

  test("says that its bound is stricter, and whether the earlier batch was certified", () => {
    expect(earlierSentence({ earlier: [failed], earlier_rounds: 1 })).toBe(
      "1,000 of these items were audited before, in a batch that was not certified; this audit therefore has a stricter bound.",
    );
    const earlier = [failed, { shared_items: 7, outcome: "certified" }, { shared_items: 5, outcome: "open" }];
    expect(earlierSentence({ earlier, earlier_rounds: 3 })).toBe(
      "Up to 1,000 of these items were audited before, in each of 3 batches, of which 2 were not certified; this audit therefore has a stricter bound.",
    );
  });

  test("says that a tenth or less makes it no stricter", () => {
    expect(earlierSentence({ earlier: [{ shared_items: 1, outcome: "certified" }], earlier_rounds: 0 })).toBe(
      "1 of these items was audited before, in a batch that was certified. That is a tenth of the items or less, so the bound of this audit is not stricter.",
    );
    expect(earlierSentence({ earlier: [], earlier_rounds: 0 })).toBe("");
  });
});
