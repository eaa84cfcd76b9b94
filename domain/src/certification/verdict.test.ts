import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { qualityScore } from "./bound.ts";
import { hypergeometricPoint } from "./distributions.ts";
import { LEVELS } from "./levels.ts";
import { alphaOfLook, passChance, planLook } from "./looks.ts";
import { decideAgreement, decideLook, type LookResult } from "./verdict.ts";

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

describe("a look", () => {
  test("with one wrong certifies at its planned size", () => {
    expect(decideLook({ ...FIRST, d: 1 })).toMatchObject({
      outcome: "certified",
      score: 80,
      level: "standard",
    });
  });

  test("certifies the level that its score earns, also above the one asked", () => {
    expect(decideLook({ ...FIRST, n: 200 })).toMatchObject({
      outcome: "certified",
      score: 98,
      level: "elite",
    });
  });

  test.each([2, 3, 4])("with %i wrong is followed by a larger one", (d) => {
    const verdict = decideLook({ ...FIRST, d });
    expect(verdict).toMatchObject({ outcome: "next_look", look: 2, required: 53, wrongAllowed: 4 });
  });

  test("with five wrong fails at once, for quality if the point estimate is below the required score", () => {
    const verdict = decideLook({ ...FIRST, n: 24, d: 5 });
    expect(verdict).toMatchObject({
      outcome: "failed",
      reasons: [
        {
          code: "quality",
          message: "19 of 24 checked labels accepted: about 79 in 100 are right; Standard needs 80.",
          count: 5,
        },
      ],
    });
  });

  test("with five wrong fails for insufficient evidence if the point estimate reaches the required score", () => {
    expect(decideLook({ ...FIRST, d: 5 })).toMatchObject({
      outcome: "failed",
      score: 60,
      reasons: [
        {
          code: "insufficient_evidence",
          message:
            "21 of 26 checked labels accepted: about 80 in 100 look right, but a check of 26 guarantees only 60; Standard needs 80.",
          count: 26,
        },
      ],
    });
  });

  test("whose point estimate equals the required score fails for insufficient evidence", () => {
    expect(decideLook({ ...FIRST, n: 25, d: 5 })).toMatchObject({
      outcome: "failed",
      reasons: [{ code: "insufficient_evidence" }],
    });
  });

  test("with five wrong fails even if auditing all of a small batch might have passed", () => {
    const small = { ...FIRST, N: 20, n: 12, asked: "basic" } as const;
    expect(decideLook({ ...small, d: 4 })).toMatchObject({ outcome: "next_look" });
    expect(decideLook({ ...small, d: 5 }).outcome).toBe("failed");
    expect(decideLook({ ...small, n: 20, d: 6 }).outcome).toBe("certified");
  });

  test("that is the last of its round passes with four wrong and fails with five", () => {
    const second = { ...FIRST, n: 53, look: 2, lookOfRound: 2 };
    expect(decideLook({ ...second, d: 4 })).toMatchObject({ outcome: "certified", level: "standard" });
    expect(decideLook({ ...second, d: 5 })).toMatchObject({ outcome: "failed" });
  });

  test("of a policy with one look is the only one", () => {
    expect(decideLook({ ...FIRST, d: 2, maxLooks: 1 }).outcome).toBe("failed");
  });

  test("of a policy with three looks tolerates nine wrong in the third", () => {
    const second = { ...FIRST, n: 53, look: 2, lookOfRound: 2, maxLooks: 3 };
    expect(decideLook({ ...second, d: 9 })).toMatchObject({ outcome: "next_look", look: 3, wrongAllowed: 9 });
    expect(decideLook({ ...second, d: 10 }).outcome).toBe("failed");
  });

  test("of everything decides, since no larger sample can follow", () => {
    const all = { ...FIRST, N: 10, n: 10 };
    expect(decideLook({ ...all, d: 2 })).toMatchObject({ outcome: "certified", score: 80 });
    expect(decideLook({ ...all, d: 3 })).toMatchObject({ outcome: "failed", score: 70 });
  });

  test("of a small batch fails if not even auditing the rest could pass", () => {
    expect(decideLook({ ...FIRST, N: 15, n: 13, d: 3 })).toMatchObject({
      outcome: "next_look",
      required: 15,
    });
    expect(decideLook({ ...FIRST, N: 15, n: 13, d: 4 }).outcome).toBe("failed");
  });

  test("after a rework is the first of its round and is judged at its own α", () => {
    const third = { ...FIRST, n: 33, d: 1, look: 3 };
    expect(decideLook(third)).toMatchObject({ outcome: "certified", evidence: { alpha: 0.00625, look: 3 } });
    expect(decideLook({ ...third, n: 26 })).toMatchObject({ outcome: "next_look", look: 4 });
  });

  test("that is not independent earns basic and no more", () => {
    const alone = { ...FIRST, n: 200, independent: false };
    expect(decideLook({ ...alone, asked: "basic" })).toMatchObject({
      outcome: "certified",
      score: 98,
      level: "basic",
    });
    expect(decideLook(alone)).toMatchObject({
      outcome: "failed",
      reasons: [
        {
          code: "insufficient_evidence",
          message:
            "200 labels checked, but not by people who are certain to be others than the annotators; Standard needs an independent check.",
        },
      ],
    });
    expect(decideLook({ ...alone, n: 26, d: 3 }).outcome).toBe("failed");
  });

  test("keeps the numbers that recompute its score", () => {
    expect(decideLook({ ...FIRST, N: 500, n: 51, d: 1 }).evidence).toEqual({
      method: "hypergeometric",
      N: 500,
      n: 51,
      d: 1,
      look: 1,
      alpha: 0.025,
      point_estimate: 50 / 51,
      bound: 0.9,
      score: 90,
    });
  });

  test("certifies exactly if the recomputed score reaches the required one, whatever was drawn", () => {
    const audits = fc
      .integer({ min: 1, max: 3000 })
      .chain((N) => fc.tuple(fc.constant(N), fc.integer({ min: 1, max: N })))
      .chain(([N, n]) =>
        fc.record({ N: fc.constant(N), n: fc.constant(n), d: fc.integer({ min: 0, max: Math.min(n, 40) }) }),
      );
    const level = fc.constantFrom("basic", "standard", "premium", "elite");
    fc.assert(
      fc.property(audits, level, fc.integer({ min: 1, max: 5 }), (audit, asked, look) => {
        const verdict = decideLook({ ...FIRST, ...audit, asked, look });
        const score = qualityScore(audit.N, audit.n, audit.d, alphaOfLook(look));
        expect(verdict.outcome === "certified").toBe(score >= LEVELS[asked].score);
        if (verdict.outcome === "next_look") {
          expect(verdict.required).toBeGreaterThan(audit.n);
          expect(verdict.wrongAllowed).toBeGreaterThanOrEqual(audit.d);
        }
        if (verdict.outcome === "failed") expect(verdict.reasons).toHaveLength(1);
      }),
    );
  });
});

describe("the chance to pass", () => {
  /** The chance to pass from here, by following every course that the audits up to `required` can take. */
  function extend(result: LookResult, required: number, D: number): number {
    const { N, n, d } = result;
    let sum = 0;
    for (let x = 0; x <= required - n; x += 1) {
      const point = hypergeometricPoint(x, N - n, D - d, required - n);
      if (point > 0) sum += point * follow({ ...result, n: required, d: d + x }, D);
    }
    return sum;
  }

  function follow(result: LookResult, D: number): number {
    const verdict = decideLook(result);
    if (verdict.outcome !== "next_look") return verdict.outcome === "certified" ? 1 : 0;
    const { look, required } = verdict;
    return extend({ ...result, look, lookOfRound: result.lookOfRound + 1 }, required, D);
  }

  test("is that of all courses that the verdicts allow", () => {
    const batch = fc.integer({ min: 1, max: 60 }).chain((N) =>
      fc.record({
        N: fc.constant(N),
        D: fc.integer({ min: 0, max: Math.ceil(N / 3) }),
        asked: fc.constantFrom("basic", "standard", "premium", "elite"),
        maxLooks: fc.integer({ min: 1, max: 4 }),
      }),
    );
    fc.assert(
      fc.property(batch, ({ N, D, asked, maxLooks }) => {
        const need = LEVELS[asked].score;
        const { required } = planLook({ N, need, look: 1, lookOfRound: 1 });
        const expected = extend({ ...FIRST, N, n: 0, d: 0, asked, maxLooks }, required, D);
        expect(passChance({ N, need, maxLooks }, 1 - D / N)).toBeCloseTo(expected, 12);
      }),
    );
  });
});

describe("agreement as evidence", () => {
  const AGREED = { N: 100, trials: 60, agreed: 58, look: 1, gates: NO_GATE };

  test("certifies basic, whose score stays under standard however many agree", () => {
    expect(decideAgreement({ ...AGREED, trials: 20, agreed: 19 })).toMatchObject({
      outcome: "certified",
      score: 75,
    });
    const all = { ...AGREED, N: 5000, trials: 5000, agreed: 5000 };
    expect(decideAgreement(all)).toMatchObject({ outcome: "certified", score: 79, level: "basic" });
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
      score: 62,
      reasons: [{ code: "insufficient_evidence", count: 60 }],
    });
  });

  test("asks for an audit of all items if even full agreement on so few proves nothing", () => {
    for (const trials of [0, 1, 8, 10]) {
      expect(decideAgreement({ ...AGREED, trials, agreed: trials })).toEqual({
        outcome: "audit_all",
        required: 100,
      });
    }
    expect(decideAgreement({ ...AGREED, trials: 11, agreed: 11 })).toMatchObject({
      outcome: "certified",
      score: 71,
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
