import { greatestWhere } from "./bisection.ts";
import { qualityScore } from "./bound.ts";
import { hypergeometricPoint } from "./distributions.ts";

/** The chance of a wrong certificate, shared by all looks of a batch's whole life. */
export const TOTAL_ALPHA = 0.05;

/** If a batch has at most this many items, every one is audited. */
const AUDIT_ALL = 5;

/** α of the `look`-th look (1, 2, …) of a batch's life: .025, .0125, … whose sum stays under .05. */
export function alphaOfLook(look: number): number {
  return TOTAL_ALPHA / 2 ** look;
}

/**
 * The number, in the batch's life, of the first look of its `round`-th audited round. Every round reserves
 * the α of all its looks, used or not: carrying the α of a skipped look into the next round would exceed 5 %
 * (ADR 0026).
 */
export function firstLookOf(round: number, maxLooks: number): number {
  return (round - 1) * maxLooks + 1;
}

/**
 * How many wrong labels the sample of the first, second, … look of a round tolerates: 1, 4, 9, 16. Each look
 * needs about twice the audits of the one before.
 */
export function plannedWrong(lookOfRound: number): number {
  return lookOfRound ** 2;
}

/**
 * The smallest sample of `N` items that still reaches the score `need` (0 to 100) at `alpha` with `wrong`
 * wrong labels; all `N` if no smaller sample does, and if N ≤ 5.
 */
export function sampleSize(N: number, need: number, wrong: number, alpha: number): number {
  if (N <= AUDIT_ALL) return N;
  const tooFew = greatestWhere(wrong, N, (n) => qualityScore(N, n, wrong, alpha) < need) ?? wrong - 1;
  return Math.min(N, tooFew + 1);
}

/** The most wrong labels among `n` audited of `N` that reach `need`; null if even none is too many. */
export function wrongAllowed(N: number, n: number, need: number, alpha: number): number | null {
  return greatestWhere(0, n, (d) => qualityScore(N, n, d, alpha) >= need);
}

export interface LookRequest {
  /** Items that are not excluded. */
  readonly N: number;
  /** The score asked, 0 to 100. */
  readonly need: number;
  /** The number of the look in the batch's whole life, from 1: determines α. */
  readonly look: number;
  /** The number of the look in the round, from 1: determines the size. */
  readonly lookOfRound: number;
  /** Audits that the round's sample already has. */
  readonly audited?: number;
}

export interface Look {
  readonly look: number;
  readonly alpha: number;
  /** Audited items in all, those of the round's earlier looks included. */
  readonly required: number;
  /** Wrong labels in all with which the look passes; null if it cannot pass. */
  readonly wrongAllowed: number | null;
}

/** The next look: how many items to audit in all, and how many may be wrong. */
export function planLook({ N, need, look, lookOfRound, audited = 0 }: LookRequest): Look {
  const alpha = alphaOfLook(look);
  const size = sampleSize(N, need, plannedWrong(lookOfRound), alpha);
  const required = Math.min(N, Math.max(size, audited));
  return { look, alpha, required, wrongAllowed: wrongAllowed(N, required, need, alpha) };
}

export interface RoundRequest {
  readonly N: number;
  readonly need: number;
  readonly maxLooks: number;
  /** Number of the round's first look in the batch's life, from 1; absent = 1. */
  readonly firstLook?: number;
}

/**
 * The chance, 0 to 1, that a round of up to `maxLooks` looks certifies a batch in which the share
 * `shareRight` (0 to 1) of the labels is right. Exact for a whole number of wrong labels; between two whole
 * numbers it interpolates.
 */
export function passChance(round: RoundRequest, shareRight: number): number {
  const wrong = Number((round.N * (1 - shareRight)).toFixed(6)); // 500 · (1 − .9) is not quite 50
  const fewer = Math.floor(wrong);
  const chance = passChanceOf(round, fewer);
  return wrong === fewer ? chance : chance + (wrong - fewer) * (passChanceOf(round, fewer + 1) - chance);
}

function passChanceOf({ N, need, maxLooks, firstLook = 1 }: RoundRequest, D: number): number {
  let passed = 0;
  let audited = 0;
  let undecided: ReadonlyMap<number, number> = new Map([[0, 1]]);
  for (let lookOfRound = 1; lookOfRound <= maxLooks; lookOfRound += 1) {
    const look = firstLook + lookOfRound - 1;
    const plan = planLook({ N, need, look, lookOfRound, audited });
    const seen = afterDraw(undecided, { N, D, audited, required: plan.required });
    const limit = plan.wrongAllowed ?? -1;
    passed += sumWhere(seen, (wrong) => wrong <= limit);
    const bearable = plannedWrong(lookOfRound + 1);
    undecided = new Map([...seen].filter(([wrong]) => wrong > limit && wrong <= bearable));
    audited = plan.required;
  }
  return Math.min(1, passed); // sums of chances may round above it
}

interface Draw {
  readonly N: number;
  readonly D: number;
  readonly audited: number;
  readonly required: number;
}

/** Chances of each count of wrong labels once the sample has grown from `audited` to `required`. */
function afterDraw(before: ReadonlyMap<number, number>, draw: Draw): Map<number, number> {
  const { N, D, audited, required } = draw;
  const after = new Map<number, number>();
  for (const [wrong, chance] of before) {
    for (let more = 0; more <= required - audited; more += 1) {
      const point = hypergeometricPoint(more, N - audited, D - wrong, required - audited);
      after.set(wrong + more, (after.get(wrong + more) ?? 0) + chance * point);
    }
  }
  return after;
}

function sumWhere(chances: ReadonlyMap<number, number>, counts: (wrong: number) => boolean): number {
  let sum = 0;
  for (const [wrong, chance] of chances) if (counts(wrong)) sum += chance;
  return sum;
}
