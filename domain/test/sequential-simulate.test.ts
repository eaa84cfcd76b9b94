import { describe, expect, test } from "vitest";
import { seededRandom } from "../src/agreement.ts";
import { type CertifiedLevelName, LEVELS } from "../src/certification/levels.ts";
import { boundAfter } from "../src/certification/sequential-bound.ts";
import {
  budgetOfRound,
  certifyChance,
  decideStage,
  expectedAudits,
  planStages,
  type SequentialPlan,
} from "../src/certification/sequential-plan.ts";

const LIVES = 4000;

/** A first round and three rounds after a rework. */
const ROUNDS = 4;

interface Batch {
  readonly N: number;
  readonly wrong: number;
  readonly asked: CertifiedLevelName;
  readonly maxWrong: number;
  /** The chance that a rework corrects a wrong unit that the audits found. */
  readonly mended: number;
}

interface Life {
  /** The certified score; null if every round gave up. */
  readonly score: number | null;
  /** The true share of right units at that time. */
  readonly share: number;
  /** The audits of the first round. */
  readonly audits: number;
}

function plansOf({ N, asked, maxWrong }: Batch): SequentialPlan[] {
  return Array.from({ length: ROUNDS }, (_, index) =>
    planStages({ N, need: LEVELS[asked].score, budget: budgetOfRound(index + 1), maxWrong }),
  );
}

/** Audits units one by one in random order until the plan decides. */
function auditRound(plan: SequentialPlan, wrong: Uint8Array, random: () => number) {
  const order = Uint32Array.from(wrong, (_, unit) => unit);
  const found: number[] = [];
  for (let audits = 1; ; audits += 1) {
    const other = audits - 1 + Math.floor(random() * (plan.N - audits + 1)); // Fisher and Yates
    const unit = order[other] ?? 0;
    order[other] = order[audits - 1] ?? 0;
    if (wrong[unit] === 1) found.push(unit);
    const decision = decideStage(plan, audits, found.length);
    if (decision.outcome === "certified") return { score: boundAfter(plan, decision).score, audits, found };
    if (decision.outcome === "given_up") return { score: null, audits, found };
  }
}

/** Takes a batch through its rounds, each with a new order, until one certifies. */
function live({ N, wrong, mended }: Batch, plans: readonly SequentialPlan[], random: () => number): Life {
  const units = new Uint8Array(N).fill(1, 0, wrong);
  let audits = 0;
  for (const plan of plans) {
    const round = auditRound(plan, units, random);
    if (audits === 0) audits = round.audits;
    const share = 1 - units.reduce((sum, unit) => sum + unit, 0) / N;
    if (round.score !== null) return { score: round.score, share, audits };
    for (const unit of round.found) if (random() < mended) units[unit] = 0;
  }
  return { score: null, share: Number.NaN, audits };
}

function livesOf(batch: Batch, seed: number): Life[] {
  const random = seededRandom(seed);
  const plans = plansOf(batch);
  return Array.from({ length: LIVES }, () => live(batch, plans, random));
}

function isOverClaim({ score, share }: Life): boolean {
  return score !== null && score > 100 * share + 1e-9;
}

/** Four standard errors of the share of lives in which something of that chance happens. */
function tolerance(chance: number): number {
  return 4 * Math.sqrt((chance * (1 - chance)) / LIVES);
}

describe("a batch that just misses its level, through three useless reworks", () => {
  test.each([
    ["basic", 100, 31, 4],
    ["standard", 200, 41, 4],
    ["premium", 500, 51, 4],
    ["elite", 1000, 51, 4],
    ["standard", 40, 9, 6],
    ["premium", 333, 34, 6],
    ["elite", 1000, 51, 6],
  ] as const)("%s, %i units, %i wrong, c = %i", (asked, N, wrong, maxWrong) => {
    const batch = { N, wrong, asked, maxWrong, mended: 0 };
    const plans = plansOf(batch);
    const exact = 1 - plans.reduce((failing, plan) => failing * (1 - certifyChance(plan, wrong).chance), 1);
    const lives = livesOf(batch, 20_261_123);
    const share = lives.filter(isOverClaim).length / LIVES;

    expect(exact).toBeLessThanOrEqual(0.05);
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
  "%s, %i units, %i wrong, of which reworks correct a share: over-claims in at most 5 % of lives",
  (asked, N, wrong, mended) => {
    const lives = livesOf({ N, wrong, asked, maxWrong: 4, mended }, 20_261_124);
    expect(lives.filter(({ score }) => score !== null).length).toBeGreaterThan(0.01 * LIVES);
    expect(lives.filter(isOverClaim).length / LIVES).toBeLessThan(0.05 + tolerance(0.05));
  },
);

test("a batch above its level passes its first round as often as computed", () => {
  const batch = { N: 1000, wrong: 20, asked: "elite", maxWrong: 4, mended: 0 } as const;
  const [plan] = plansOf(batch);
  const random = seededRandom(7);
  const first = plan === undefined ? [] : [plan];
  const lives = Array.from({ length: LIVES }, () => live(batch, first, random));
  const passed = lives.filter(({ score }) => score !== null).length / LIVES;
  expect(Math.abs(passed - 0.692)).toBeLessThan(tolerance(0.692)); // the published chance
});
