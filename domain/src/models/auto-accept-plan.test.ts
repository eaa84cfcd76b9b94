import { describe, expect, test } from "vitest";
import { seededRandom } from "../agreement.ts";
import { planAutoAccept } from "./auto-accept-plan.ts";
import { chooseThreshold } from "./threshold.ts";

/** Samples of such a model differ in what they accept. */
const ACCURACY = 0.95;
const BATCH = { items: 20_000, overlap: 2, confidence: 0.95 };

describe("the plan of auto-accept", () => {
  test("has a row for each share of wrong labels and each accuracy", () => {
    const rows = planAutoAccept(BATCH);
    expect(rows).toHaveLength(16);
    expect(new Set(rows.map(({ max_wrong, accuracy }) => `${max_wrong} ${accuracy}`)).size).toBe(16);
  });

  test("saves more with a better model, and with informative scores", () => {
    const rows = planAutoAccept({ ...BATCH, check: 600 });
    for (const [place, row] of rows.entries()) {
      const { uninformative, informative, accuracy } = row;
      expect(informative.accepted).toBeGreaterThan(uninformative.accepted - 1e-9);
      expect(informative.answers_saved).toBe(Math.round(informative.accepted * (20_000 - 600) * 2));
      const better = rows[place + 1];
      if (better === undefined || better.accuracy < accuracy) continue;
      expect(better.informative.accepted).toBeGreaterThan(informative.accepted - 1e-9);
      expect(better.uninformative.accepted).toBeGreaterThan(uninformative.accepted - 1e-9);
    }
  });

  test("without a size, checks as many as save most", () => {
    const sizes = [200, 600, 2000].map((check) => planAutoAccept({ ...BATCH, check }));
    for (const [place, row] of planAutoAccept(BATCH).entries()) {
      const others = sizes.map((rows) => rows[place]?.informative.answers_saved ?? 0);
      expect(row.informative.answers_saved).toBeGreaterThanOrEqual(Math.max(...others));
    }
  });

  test.each([
    ["informative", 2, 0.6],
    ["uninformative", 0, 0.6],
  ] as const)("expects what thresholds accept on average if scores are %s", (kind, power, confidence) => {
    const [N, check, DRAWS] = [2000, 400, 300];
    const random = seededRandom(5);
    const scores = Float64Array.from({ length: N }, (_, item) => N - item);
    let accepted = 0;
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const sample = [...scores.keys()].map((item) => ({ item, at: random() })).sort((a, b) => a.at - b.at);
      const checked = sample.slice(0, check).map(({ item }) => {
        const rate = (1 - ACCURACY) * (power + 1) * ((item + 0.5) / N) ** power;
        return { score: scores[item] ?? 0, right: random() >= rate };
      });
      const { chosen } = chooseThreshold(scores, checked, { max_wrong: 0.05, confidence });
      accepted += (chosen?.items ?? 0) / N / DRAWS;
    }
    const row = planAutoAccept({ items: N, overlap: 2, confidence, check }).find(
      ({ max_wrong, accuracy }) => max_wrong === 0.05 && accuracy === ACCURACY,
    );
    expect(Math.abs((row?.[kind].accepted ?? 0) - accepted)).toBeLessThan(0.04);
  });

  test("saves nothing in a batch that people check whole, and none without a check", () => {
    const saved = (batch: { items: number; check?: number }) =>
      planAutoAccept({ ...BATCH, ...batch }).map(({ informative }) => informative.answers_saved);
    expect(Math.max(...saved({ items: 60 }), ...saved({ items: 500, check: 0 }))).toBe(0);
  });

  test("chooses 4,000 checks of a million items at most, and saves nothing where all are checked", () => {
    const [few, many] = [undefined, 1_000_000].map((check) =>
      planAutoAccept({ ...BATCH, items: 1_000_000, ...(check !== undefined && { check }) }),
    );
    expect(few?.every(({ check }) => check <= 4000)).toBe(true);
    expect(many?.every(({ informative }) => informative.answers_saved === 0)).toBe(true);
  });

  test.each([
    { items: 1_000_001 },
    { items: 0 },
    { overlap: 0 },
    { check: 20_001 },
    { check: 1.5 },
    { confidence: 1 },
  ])("refuses %j", (change) => {
    expect(() => planAutoAccept({ ...BATCH, ...change })).toThrow(RangeError);
  });
});
