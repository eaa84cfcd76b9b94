import { describe, expect, test } from "vitest";
import { LEVELS } from "./levels.ts";
import { planRound } from "./price.ts";
import {
  agreementSentence,
  certifiedSentence,
  earlierSentence,
  failedSentence,
  labelsReadySentence,
  notYetSentence,
  repeatAuditsSentence,
} from "./sentences.ts";
import type { EndedRound } from "./sequential-plan.ts";
import { decideRound, type RoundResult } from "./verdict.ts";
import { auditsInWords } from "./wording.ts";

const GATES = { excluded: 0, maxExcludedShare: 0.1 };

describe("a certified batch", () => {
  const checked = { N: 1000, n: 39, d: 0, independent: true } as const;

  test("has the sentence that the screens show", () => {
    const facts = { ...checked, level: "premium", score: 91 } as const;
    expect(certifiedSentence({ ...facts, n: 58, d: 1, score: 90 })).toBe(
      "Certified Premium (≥ 90). With 95 % confidence, at least 90 of every 100 labels in this batch would be accepted by the project's reviewers. They checked 58 of 1,000, drawn at random, and 1 counted as wrong: over 98 in 100 are right. The others may have more errors, so a sample of 58 guarantees only 90 in 100.",
    );
  });

  test("states no confidence if everything was checked", () => {
    const all = { N: 20, n: 20, d: 1, level: "elite", score: 95, independent: true } as const;
    expect(certifiedSentence(all)).toBe(
      "Certified Elite (≥ 95). At least 95 of every 100 labels in this batch would be accepted by the project's reviewers. They checked all 20, and 1 counted as wrong.",
    );
    expect(certifiedSentence({ ...all, N: 1, n: 1, d: 0 })).toContain(
      "The only label in this batch was checked and accepted by the project's reviewers.",
    );
  });

  test("of groups speaks of groups", () => {
    const facts = { ...checked, level: "premium", score: 90, unit: "group" } as const;
    expect(certifiedSentence(facts)).toMatch(
      /at least 90 of every 100 groups of items in this batch would be accepted with all their labels by the project's reviewers\. They checked 39 of 1,000/,
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
      "Certified by agreement only: nobody checked a label. With 95 % confidence, annotators agree on at least 76 % of items.",
    );
  });
});

describe("a batch whose audit is in progress", () => {
  const stages = planRound(LEVELS.standard, 1000, 1).stages.map(({ audits }) => audits);
  const facts = { n: 26, required: 43, stages, secondsPerAudit: 78 };

  test("says how many labels were checked, and not how many were wrong", () => {
    expect(notYetSentence(facts)).toBe(
      "Not certified yet. 26 labels checked. 17 more checks (about 22 min) may decide. The verdict never takes more than 25.",
    );
  });

  test("names no later stage after the last, and nothing to do while the service decides", () => {
    expect(notYetSentence({ ...facts, required: 51 })).toMatch(
      /Check 25 more \(about 33 min\) for the verdict\.$/,
    );
    expect(notYetSentence({ ...facts, n: 43 })).toBe("Not certified yet. 43 labels checked.");
  });

  test("counts groups if groups are checked", () => {
    expect(notYetSentence({ ...facts, unit: "group" })).toContain(
      "26 groups checked. 17 more checks (about 22 min) may decide.",
    );
    expect(notYetSentence({ ...facts, n: 1, unit: "group" })).toContain("1 group checked.");
  });

  test("omits a time that nobody measured and gives a long one in hours", () => {
    expect(notYetSentence({ ...facts, secondsPerAudit: null })).toContain("17 more checks may decide");
    expect(notYetSentence({ ...facts, required: 226, secondsPerAudit: 60 })).toContain("(about 3 h)");
  });
});

test("the audits of a plan in words", () => {
  expect(auditsInWords([39, 58, 74, 89, 103])).toBe(
    "39 audits if all are right; up to 103 if four are wrong",
  );
  expect(auditsInWords([1200, 1300], { secondsPerAudit: 6 })).toBe(
    "1,200 audits (about 2 h) if all are right; up to 1,300 (about 2 h) if one is wrong",
  );
  expect(auditsInWords([5, 5])).toBe("5 audits");
  expect(auditsInWords([1], { unit: "group" })).toBe("1 group audit");
});

test("labels that nobody checked have the sentence that the screens show", () => {
  expect(labelsReadySentence({ stages: [19, 28, 36, 43, 51] })).toBe(
    "Labels ready, not certified. Nobody has checked them. A verdict takes 19 audits, or up to 51 if four labels are wrong.",
  );
  expect(labelsReadySentence({ stages: [19, 51], unit: "group" })).toMatch(
    /takes 19 group audits, or up to 51 if one group is wrong\.$/,
  );
});

const ROUND: Omit<RoundResult, "end"> = {
  plan: planRound(LEVELS.standard, 88, 1),
  look: 1,
  asked: "standard",
  independent: true,
  gates: GATES,
};
const FAILED: EndedRound = { outcome: "given_up", audits: 17, wrong: 5 };

test("a batch that failed for its groups says so", () => {
  const failed = decideRound({ ...ROUND, unit: "group", end: FAILED });
  expect(failed).toMatchObject({
    reasons: [
      {
        message:
          "5 of 17 checked groups have a label that counts as wrong: over 70 in 100 are right; Standard needs at least 80.",
      },
    ],
  });
  const [stage] = ROUND.plan.stages;
  const alone = decideRound({
    ...ROUND,
    unit: "group",
    independent: false,
    end: { outcome: "certified", audits: stage?.audits ?? 0, wrong: 0 },
  });
  expect(alone).toMatchObject({
    reasons: [
      { message: expect.stringMatching(/^\d+ groups checked, possibly by people who also annotated them/) },
    ],
  });
});

test("a failed batch names its level and every reason", () => {
  const verdict = decideRound({ ...ROUND, end: FAILED, gates: { ...GATES, excluded: 12 } });
  if (verdict.outcome !== "failed") throw new Error(verdict.outcome);
  expect(failedSentence({ level: "standard", reasons: verdict.reasons })).toBe(
    "Failed Standard (≥ 80). 12 of 100 items excluded (12 %); the limit is 10 %. 5 of 17 checked labels count as wrong: over 70 in 100 are right; Standard needs at least 80.",
  );
});

describe("a batch with items that were audited before", () => {
  const failed = { shared_items: 1000, outcome: "failed" };

  test("says that its bound is stricter, and whether the earlier batch was certified", () => {
    expect(earlierSentence({ earlier: [failed], earlier_rounds: 1 })).toBe(
      "1,000 of these items are also in a batch whose audit began earlier and that was not certified; this audit therefore has a stricter bound.",
    );
    const earlier = [failed, { shared_items: 7, outcome: "certified" }, { shared_items: 5, outcome: "open" }];
    expect(earlierSentence({ earlier, earlier_rounds: 3 })).toBe(
      "Up to 1,000 of these items are also in each of 3 batches whose audits began earlier; 2 of these batches were not certified; this audit therefore has a stricter bound.",
    );
  });

  test("says that a tenth or less makes it no stricter", () => {
    expect(earlierSentence({ earlier: [{ shared_items: 1, outcome: "certified" }], earlier_rounds: 0 })).toBe(
      "1 of these items is also in a batch whose audit began earlier and that was certified. That is a tenth of the items or less, so the bound of this audit is not stricter.",
    );
    expect(earlierSentence({ earlier: [], earlier_rounds: 0 })).toBe("");
  });
});

describe("repeat audits", () => {
  test.each([
    [{ pairs: 0, agreeing: 0 }, "No repeat audits: nobody audited an item a second time."],
    [
      { pairs: 1, agreeing: 1 },
      "A second auditor repeated 1 audit without knowing the first verdict: 1 of 1 verdicts agree (100 %). With 95 % confidence, between 2.5 % and 100 % of all verdicts would agree.",
    ],
    // R: binom.test(57, 60)$conf.int
    [
      { pairs: 60, agreeing: 57 },
      "A second auditor repeated 60 audits without knowing the first verdict: 57 of 60 verdicts agree (95 %). With 95 % confidence, between 86.1 % and 99 % of all verdicts would agree.",
    ],
  ])("have an exact interval: %o", (facts, sentence) => {
    expect(repeatAuditsSentence(facts)).toBe(sentence);
  });
});
