import { describe, expect, test } from "vitest";
import { seededRandom } from "../src/agreement.ts";
import { type CertifiedLevelName, LEVELS } from "../src/certification/levels.ts";
import { planRound } from "../src/certification/price.ts";
import {
  type AuditPlanName,
  certifyChance,
  expectedAudits,
  type SequentialPlan,
} from "../src/certification/sequential-plan.ts";
import { clustersOf, type KnownBatch, livesOf, type Outcome } from "../src/certification/simulate.ts";

const LIVES = 4000;

/** A first round and three rounds after a rework. */
const ROUNDS = [1, 2, 3, 4];

/** `wrong` of `N` items not acceptable. */
function items(N: number, wrong: number): KnownBatch {
  return { wrong: new Uint8Array(N).fill(1, 0, wrong) };
}

/** `count` clusters of 1, 2 … `most`, 1, 2 … items, of which the last `wrong` have one wrong item, or all of theirs. */
function clusters(count: number, most: number, wrong: number, isWhole: boolean): KnownBatch {
  const sizes = Array.from({ length: count }, (_, cluster) => 1 + (cluster % most));
  const places = sizes.flatMap((size, cluster) =>
    Array.from({ length: size }, (_, place) => ({ cluster, place })),
  );
  return {
    wrong: Uint8Array.from(places, ({ cluster, place }) =>
      Number(cluster >= count - wrong && (isWhole || place === 0)),
    ),
    clusters: Uint32Array.from(places, ({ cluster }) => cluster),
  };
}

function plansOf(batch: KnownBatch, asked: CertifiedLevelName, audit_plan: AuditPlanName): SequentialPlan[] {
  const N = clustersOf(batch).length;
  return ROUNDS.map((round) => planRound({ score: LEVELS[asked].score, audit_plan }, N, round));
}

function simulate(batch: KnownBatch, plans: readonly SequentialPlan[], mended: number): Outcome[] {
  const live = livesOf(batch, { plans, mended }, seededRandom(20_261_123));
  return Array.from({ length: LIVES }, live);
}

function isOverClaim({ score, share }: Outcome): boolean {
  return score !== null && score > 100 * share + 1e-9;
}

/** Four standard errors of the share of lives in which something of that chance happens. */
function tolerance(chance: number): number {
  return 4 * Math.sqrt((chance * (1 - chance)) / LIVES);
}

describe("a batch that just misses its level, through three useless reworks, is certified as often as computed", () => {
  test.each([
    ["basic", "100 items", items(100, 31), 31, "thrifty"],
    ["standard", "200 items", items(200, 41), 41, "thrifty"],
    ["premium", "500 items", items(500, 51), 51, "thrifty"],
    ["elite", "1,000 items", items(1000, 51), 51, "thrifty"],
    ["standard", "40 items", items(40, 9), 9, "forgiving"],
    ["premium", "333 items", items(333, 34), 34, "forgiving"],
    ["elite", "1,000 items", items(1000, 51), 51, "forgiving"],
    ["standard", "300 clusters with one wrong item each", clusters(300, 5, 61, false), 61, "thrifty"],
    ["premium", "240 clusters wrong as a whole", clusters(240, 4, 25, true), 25, "thrifty"],
  ] as const)("%s: %s", (asked, _, batch, wrong, audit_plan) => {
    const plans = plansOf(batch, asked, audit_plan);
    const exact = 1 - plans.reduce((failing, plan) => failing * (1 - certifyChance(plan, wrong).chance), 1);
    const lives = simulate(batch, plans, 0);
    const share = lives.filter(isOverClaim).length / LIVES;

    expect(exact).toBeLessThanOrEqual(0.05);
    expect(exact).toBeGreaterThan(0.02);
    expect(Math.abs(share - exact)).toBeLessThan(tolerance(exact));
    const [first] = plans;
    const mean = lives.reduce((sum, { audits }) => sum + audits, 0) / LIVES;
    expect(mean / (first === undefined ? Number.NaN : expectedAudits(first, wrong))).toBeCloseTo(1, 1);
  });
});

test.each([
  ["standard", 200, 48, 0.9],
  ["premium", 333, 40, 0.9],
  ["basic", 200, 22, 0.5],
  ["premium", 40, 5, 0.3],
] as const)(
  "%s, %i items, %i wrong, of which reworks correct a share: over-claims in at most 5 % of lives",
  (asked, N, wrong, mended) => {
    const batch = items(N, wrong);
    const lives = simulate(batch, plansOf(batch, asked, "thrifty"), mended);
    expect(lives.filter(({ score }) => score !== null).length).toBeGreaterThan(0.01 * LIVES);
    expect(lives.filter(isOverClaim).length / LIVES).toBeLessThan(0.05 + tolerance(0.05));
  },
);

test("a batch above its level passes its first round as often as computed", () => {
  const batch = items(1000, 20);
  const lives = simulate(batch, plansOf(batch, "elite", "thrifty").slice(0, 1), 0);
  const passed = lives.filter(({ score }) => score !== null).length / LIVES;
  expect(Math.abs(passed - 0.692)).toBeLessThan(tolerance(0.692)); // the published chance
});
