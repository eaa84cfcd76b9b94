import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LEVELS } from "./levels.ts";
import { planRound } from "./price.ts";
import { boundAfter } from "./sequential-bound.ts";
import { budgetOfRound, type EndedRound, planCensus } from "./sequential-plan.ts";
import { decideAgreement, decideRound, failUnseen, type RoundResult } from "./verdict.ts";

const NO_GATE = { excluded: 0, maxExcludedShare: 0.1 };

/** The first round of a batch of 1,000 that asks for standard, without a wrong label: 19, 28, 36, 43, 51 audits. */
const FIRST: RoundResult = {
  plan: planRound(LEVELS.standard, 1000, 1),
  end: { outcome: "certified", audits: 19, wrong: 0 },
  look: 1,
  asked: "standard",
  independent: true,
  gates: NO_GATE,
};

const givenUp = (audits: number): EndedRound => ({ outcome: "given_up", audits, wrong: 5 });

describe("a round", () => {
  test("that its plan certifies has the score of its stage", () => {
    expect(decideRound(FIRST)).toMatchObject({ outcome: "certified", score: 84, level: "standard" });
    const last: EndedRound = { outcome: "certified", audits: 51, wrong: 4 };
    expect(decideRound({ ...FIRST, end: last })).toMatchObject({ outcome: "certified", score: 80 });
  });

  test("certifies the level that its score earns, also above the one asked", () => {
    const plan = planRound(LEVELS.premium, 12, 1);
    const end = { outcome: "certified", audits: plan.stages[0]?.audits ?? 0, wrong: 0 } as const;
    expect(decideRound({ ...FIRST, plan, end, asked: "premium" })).toMatchObject({
      outcome: "certified",
      level: "premium",
    });
    const census = { plan: planCensus({ N: 12, need: 80, budget: 0.0375 }), asked: "standard" } as const;
    const all: EndedRound = { outcome: "certified", audits: 12, wrong: 0 };
    expect(decideRound({ ...FIRST, ...census, end: all })).toMatchObject({ score: 100, level: "elite" });
  });

  test("that gives up fails for quality if the point estimate is below the required score", () => {
    expect(decideRound({ ...FIRST, end: givenUp(24) })).toMatchObject({
      outcome: "failed",
      reasons: [
        {
          code: "quality",
          message:
            "5 of 24 checked labels count as wrong: over 79 in 100 are right; Standard needs at least 80.",
          count: 5,
        },
      ],
    });
  });

  test("that gives up fails for insufficient evidence if the point estimate reaches the required score", () => {
    expect(decideRound({ ...FIRST, end: givenUp(51) })).toMatchObject({
      outcome: "failed",
      score: 79,
      reasons: [
        {
          code: "insufficient_evidence",
          message:
            "51 labels were checked, and 5 of them count as wrong: over 90 in 100 are right, but a sample of 51 guarantees only 79; Standard needs at least 80.",
          count: 51,
        },
      ],
    });
    expect(decideRound({ ...FIRST, end: givenUp(25) })).toMatchObject({
      reasons: [{ code: "insufficient_evidence" }],
    });
  });

  test("that is not independent earns basic and no more", () => {
    const alone = { ...FIRST, independent: false };
    expect(decideRound({ ...alone, asked: "basic" })).toMatchObject({
      outcome: "certified",
      score: 84,
      level: "basic",
    });
    expect(decideRound(alone)).toMatchObject({
      outcome: "failed",
      reasons: [
        {
          code: "insufficient_evidence",
          message:
            "19 labels checked, possibly by people who also annotated them; Standard needs an independent check.",
        },
      ],
    });
  });

  test("keeps the numbers that recompute its score", () => {
    expect(decideRound(FIRST).evidence).toEqual({
      method: "sequential",
      N: 1000,
      n: 19,
      d: 0,
      look: 1,
      alpha: 0.0375,
      stages: [19, 28, 36, 43, 51],
      point_estimate: 1,
      bound: boundAfter(FIRST.plan, { outcome: "certified", wrong: 0 }).bound,
      score: 84,
    });
  });

  test("certifies exactly if its plan does, whatever the plan", () => {
    const rounds = fc.record({
      N: fc.integer({ min: 1, max: 3000 }),
      asked: fc.constantFrom("basic", "standard", "premium", "elite"),
      audit_plan: fc.constantFrom("thrifty", "forgiving"),
      look: fc.integer({ min: 1, max: 4 }),
      end: fc.nat(),
    });
    fc.assert(
      fc.property(rounds, ({ N, asked, audit_plan, look, end: choice }) => {
        const plan = planRound({ score: LEVELS[asked].score, audit_plan }, N, look);
        const last = plan.stages.at(-1)?.audits ?? 0;
        const ends: EndedRound[] = [
          ...plan.stages.map((stage) => ({ outcome: "certified" as const, ...stage })),
          { outcome: "given_up", audits: plan.giveUpAt, wrong: plan.giveUpAt },
          { outcome: "given_up", audits: last, wrong: plan.giveUpAt },
        ];
        const end = ends[choice % ends.length] ?? givenUp(last);
        const verdict = decideRound({ ...FIRST, plan, end, asked, look });
        expect(verdict.outcome === "certified").toBe(end.outcome === "certified");
        expect(verdict.score >= LEVELS[asked].score).toBe(end.outcome === "certified");
        expect(verdict.evidence.alpha).toBe(budgetOfRound(look));
        if (verdict.outcome === "failed") expect(verdict.reasons).toHaveLength(1);
      }),
    );
  });
});

test("a batch that its gates fail before any audit has only their reasons", () => {
  expect(failUnseen(5000, 2, { ...NO_GATE, excluded: 5000 })).toMatchObject({
    outcome: "failed",
    score: 0,
    reasons: [{ code: "excluded_items" }],
    evidence: { N: 5000, n: 0, d: 0, look: 2, alpha: 0.009375, score: 0 },
  });
  expect(failUnseen(0, 1, { excluded: 12, maxExcludedShare: 1 }).reasons).toEqual([
    { code: "excluded_items", message: "All items are excluded.", count: 12 },
  ]);
});

describe("agreement as evidence", () => {
  const AGREED = { N: 100, trials: 60, agreed: 58, look: 1, gates: NO_GATE };

  test("certifies basic, whose score stays under standard however many agree", () => {
    expect(decideAgreement({ ...AGREED, trials: 20, agreed: 19 })).toMatchObject({
      outcome: "certified",
      score: 77,
    });
    const all = { ...AGREED, N: 5000, trials: 5000, agreed: 5000 };
    expect(decideAgreement(all)).toMatchObject({ outcome: "certified", score: 79, level: "agreement" });
  });

  test("fails for quality or for insufficient evidence, depending on the point estimate", () => {
    expect(decideAgreement({ ...AGREED, agreed: 41 })).toMatchObject({
      outcome: "failed",
      reasons: [
        { code: "quality", message: "Annotators agree on 41 of 60 items; Basic needs 70 in 100.", count: 19 },
      ],
    });
    expect(decideAgreement({ ...AGREED, agreed: 45 })).toMatchObject({
      outcome: "failed",
      score: 63,
      reasons: [{ code: "insufficient_evidence", count: 60 }],
    });
  });

  test("asks for an audit of all items if even full agreement on so few proves nothing", () => {
    for (const trials of [0, 1, 8, 9]) {
      expect(decideAgreement({ ...AGREED, trials, agreed: trials })).toEqual({ outcome: "audit_all" });
    }
    expect(decideAgreement({ ...AGREED, trials: 10, agreed: 10 })).toMatchObject({
      outcome: "certified",
      score: 72,
    });
  });

  test("applies the gates too", () => {
    const gates = { ...NO_GATE, missingAnswers: 1 };
    expect(decideAgreement({ ...AGREED, gates })).toMatchObject({
      outcome: "failed",
      reasons: [{ code: "missing_answers" }],
    });
    const nothing = { ...AGREED, N: 0, trials: 0, agreed: 0, gates: { excluded: 3, maxExcludedShare: 1 } };
    expect(decideAgreement(nothing)).toMatchObject({
      outcome: "failed",
      score: 0,
      reasons: [{ code: "excluded_items" }],
    });
  });
});
