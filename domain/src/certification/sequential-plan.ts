import { greatestWhere } from "./bisection.ts";
import { TIE } from "./bound.ts";
import { hypergeometricTail } from "./distributions.ts";

/** If a batch has at most this many units, every one is audited. */
const CENSUS = 5;

/** The names of c in `quality_policy.audit_plan`: the most wrong units with which a round still certifies. */
export const AUDIT_PLANS = { thrifty: 4, forgiving: 6 } as const;
export type AuditPlanName = keyof typeof AUDIT_PLANS;

/** Plans that the cache holds: far more than the batches that are being audited at one time. */
const CACHED_PLANS = 1000;

export interface PlanRequest {
  /** Units in the population: items (or clusters) that are not excluded, 1 to 1,000,000. */
  readonly N: number;
  /** The score asked, 1 to 100. */
  readonly need: number;
  /** α of the round, between 0 and 1: see `budgetOfRound`. */
  readonly budget: number;
  /** c, the most wrong units with which a round may still certify: see `AUDIT_PLANS`. */
  readonly maxWrong: number;
}

/** Certify if the first `audits` audits, in rank order, found at most `wrong` wrong units. */
export interface Stage {
  readonly audits: number;
  readonly wrong: number;
}

export interface SequentialPlan {
  readonly N: number;
  readonly budget: number;
  /** D₀, the smallest number of wrong units with which the population misses the score asked. */
  readonly tooManyWrong: number;
  /** `stages[d].wrong` is d. `audits` grows from stage to stage, except in a census, where all are N. */
  readonly stages: readonly Stage[];
  /** The round fails as soon as it has found this many wrong units. */
  readonly giveUpAt: number;
}

/** What follows after some audits. */
export type StageDecision =
  /** Certified at the stage that tolerates `wrong` wrong units. */
  | { readonly outcome: "certified"; readonly wrong: number }
  /** The next stage needs `audits` audits in all. */
  | { readonly outcome: "more"; readonly audits: number }
  | { readonly outcome: "given_up" };

const plans = new Map<string, SequentialPlan>();

/**
 * α of a batch's first, second, … audited round: .0375, .009375, … whose sum stays under `TOTAL_ALPHA`. A
 * round that ends early uses up its α all the same: carrying the rest into the next round would exceed 5 %
 * (ADR 0026).
 */
export function budgetOfRound(round: number): number {
  return 0.0375 / 4 ** (round - 1);
}

/**
 * The stages of an audited round. Stage d, from 0 to c, certifies as soon as the first n_d audits in rank
 * order found at most d wrong units, where n_d is the smallest n with P(X ≤ d | N, D₀, n) ≤ a, X
 * hypergeometric. `a` is the same for all stages and the largest for which a population with D₀ wrong units
 * is certified at any stage with a chance of at most `budget`. That chance is exact: it adds up the paths of
 * the number of wrong units found, without replacement.
 *
 * c is at most D₀ − 1: with D₀ wrong units found, no audit can help. A population of at most 5 units gets a
 * census. Plans are cached. For the scores of the levels, a new one takes milliseconds at N = 1,000,000.
 *
 * Throws a RangeError for a value outside the ranges of `PlanRequest`. Source: closed sequential sampling
 * plans, A. Wald, "Sequential Analysis" (1947); one nominal level for all stages, S. J. Pocock, Biometrika 64
 * (1977).
 */
export function planStages(request: PlanRequest): SequentialPlan {
  requireRequest(request);
  const { N, need, budget, maxWrong } = request;
  const key = `${N} ${need} ${budget} ${maxWrong}`;
  const cached = plans.get(key);
  if (cached !== undefined) return cached;
  const plan = N <= CENSUS ? planCensus(request) : planOf(request);
  if (plans.size >= CACHED_PLANS) plans.delete(plans.keys().next().value ?? "");
  plans.set(key, plan);
  return plan;
}

/** Audits every unit, and certifies exactly if the population has the score asked. */
export function planCensus({ N, need, budget }: Omit<PlanRequest, "maxWrong">): SequentialPlan {
  const sizes = Array.from({ length: smallestTooMany(N, need) }, () => N);
  return planWithSizes({ N, need, budget }, sizes);
}

/** The plan with the stages n₀, n₁, …, for example those of a round that has begun. */
export function planWithSizes(
  { N, need, budget }: Omit<PlanRequest, "maxWrong">,
  sizes: readonly number[],
): SequentialPlan {
  const stages = sizes.map((audits, wrong) => ({ audits, wrong }));
  return { N, budget, tooManyWrong: smallestTooMany(N, need), stages, giveUpAt: stages.length };
}

/** D₀ of `SequentialPlan`. */
function smallestTooMany(N: number, need: number): number {
  return Math.floor((N * (100 - need)) / 100) + 1;
}

function planOf(request: PlanRequest): SequentialPlan {
  const { N, need, budget, maxWrong } = request;
  const tooManyWrong = smallestTooMany(N, need);
  const giveUpAt = Math.min(maxWrong + 1, tooManyWrong);
  const sizesAt = (a: number) =>
    Array.from({ length: giveUpAt }, (_, wrong) => smallestSample(N, tooManyWrong, wrong, a));
  const withLevel = (a: number) => planWithSizes(request, sizesAt(a));
  // The chance is at most (c + 1)·a, so the lower end is within the budget. Level 1 certifies all.
  let low = budget / giveUpAt;
  let high = 1;
  let plan = withLevel(low);
  let excess = auditsOf(plan); // at least what the plan audits more than the one at `high`
  // If the two differ by one audit, no plan lies between them.
  while (excess > 1 && high - low > 1e-12 * low) {
    const level = (low + high) / 2;
    const candidate = withLevel(level);
    if (certifyChance(candidate, tooManyWrong).chance <= budget * TIE) {
      low = level;
      excess -= auditsOf(plan) - auditsOf(candidate);
      plan = candidate;
    } else {
      high = level;
      excess = auditsOf(plan) - auditsOf(candidate);
    }
  }
  return plan;
}

/** The smallest n with P(X ≤ wrong | N, D, n) ≤ a; at most N, because wrong < D. */
function smallestSample(N: number, D: number, wrong: number, a: number): number {
  return (greatestWhere(wrong, N, (n) => hypergeometricTail(wrong, N, D, n) > a) ?? wrong - 1) + 1;
}

function auditsOf({ stages }: SequentialPlan): number {
  return stages.reduce((sum, { audits }) => sum + audits, 0);
}

/**
 * What follows after the first `audited` audits in rank order found `wrong` wrong units. Call it at least
 * whenever a stage is complete, and ignore audits of higher ranks: a round ends at the first stage that
 * certifies, also if later audits find more wrong units.
 *
 * Throws a RangeError unless these are integers with 0 ≤ wrong ≤ audited ≤ N.
 */
export function decideStage(plan: SequentialPlan, audited: number, wrong: number): StageDecision {
  const isOrdered = 0 <= wrong && wrong <= audited && audited <= plan.N;
  if (!isOrdered || !Number.isInteger(audited) || !Number.isInteger(wrong)) {
    throw new RangeError(`no decision for N = ${plan.N}, audited = ${audited}, wrong = ${wrong}`);
  }
  const stage = plan.stages[wrong];
  if (stage === undefined) return { outcome: "given_up" };
  const isComplete = audited >= stage.audits;
  return isComplete ? { outcome: "certified", wrong } : { outcome: "more", audits: stage.audits };
}

interface Reached {
  /** Where the round ended or, for `more`, the audits of the next stage. */
  readonly audits: number;
  /** Wrong units found up to there in rank order. */
  readonly wrong: number;
}

/** A round that needs more audits. */
export type OpenProgress = Reached & { readonly outcome: "more" };

/** The end of a round, also as `boundAfter` takes it. */
export type EndedRound = Reached & { readonly outcome: "certified" | "given_up" };

/**
 * What follows after these audits, in rank order; true is a wrong unit. Decides after every one, and ignores
 * those after the first that ends the round.
 */
export function followAudits(plan: SequentialPlan, audits: readonly boolean[]): OpenProgress | EndedRound {
  let wrong = 0;
  for (const [index, isWrong] of audits.entries()) {
    if (isWrong) wrong += 1;
    const decision = decideStage(plan, index + 1, wrong);
    if (decision.outcome !== "more") return { outcome: decision.outcome, audits: index + 1, wrong };
  }
  return { outcome: "more", audits: plan.stages[wrong]?.audits ?? plan.N, wrong };
}

/** The chances, 0 to 1, that a round certifies a population: in all, and at each stage. */
export interface CertifyChance {
  readonly chance: number;
  readonly byStage: readonly number[];
}

/**
 * The exact chance that the round certifies a population of which `D` units are wrong. Throws a RangeError
 * unless D is an integer from 0 to N.
 */
export function certifyChance(plan: SequentialPlan, D: number): CertifyChance {
  const { certified } = followPaths(plan, D);
  return { chance: Math.min(1, total(certified)), byStage: certified }; // sums of chances may round above 1
}

/**
 * The chance, 0 to 1, that the round certifies a population in which the share `shareRight` (0 to 1) of the
 * units is right. Exact for a whole number of wrong units; between two whole numbers it interpolates.
 */
export function passChance(plan: SequentialPlan, shareRight: number): number {
  const wrong = Number((plan.N * (1 - shareRight)).toFixed(6)); // 500 · (1 − .9) is not quite 50
  const fewer = Math.floor(wrong);
  const { chance } = certifyChance(plan, fewer);
  return wrong === fewer
    ? chance
    : chance + (wrong - fewer) * (certifyChance(plan, fewer + 1).chance - chance);
}

/**
 * The mean number of audits of a round, up to the one that certifies or gives up, for a population of which
 * `D` units are wrong. Throws a RangeError as `certifyChance` does.
 */
export function expectedAudits(plan: SequentialPlan, D: number): number {
  return followPaths(plan, D).meanAudits;
}

export interface Paths {
  /** The chance of being certified at each stage. */
  readonly certified: readonly number[];
  /** The chance of being undecided with 0, 1, … wrong units found. */
  readonly undecided: readonly number[];
  /** The mean number of audits made. */
  readonly meanAudits: number;
}

/**
 * The chances of all paths of a round through its first `until` audits (default: all of them), if `D` units
 * are wrong. A path that gives up is left out of both lists. No term is negative and none is subtracted, so
 * that the relative error is a few roundings for each audit.
 *
 * Throws a RangeError unless D is an integer from 0 to N.
 */
export function followPaths(plan: SequentialPlan, D: number, until = Number.POSITIVE_INFINITY): Paths {
  const { N, stages, giveUpAt } = plan;
  if (!(Number.isInteger(D) && D >= 0 && D <= N)) throw new RangeError(`no chance for N = ${N}, D = ${D}`);
  const certified = stages.map(() => 0);
  const undecided = Array.from({ length: giveUpAt }, (_, wrong) => Number(wrong === 0));
  const end = Math.min(until, stages.at(-1)?.audits ?? 0);
  let meanAudits = 0;
  let nextStage = 0;
  for (let audited = 0; audited < end; ) {
    meanAudits += total(undecided);
    auditOne(undecided, N - audited, D);
    audited += 1;
    for (; stages[nextStage]?.audits === audited; nextStage += 1) {
      // Fewer wrong units than this were certified at an earlier stage.
      certified[nextStage] = undecided[nextStage] ?? 0;
      undecided[nextStage] = 0;
    }
  }
  return { certified, undecided, meanAudits };
}

/** Audits one of the `left` units that are left, of which D less those found already are wrong. */
function auditOne(undecided: number[], left: number, D: number): void {
  for (let wrong = undecided.length - 1; wrong >= 0; wrong -= 1) {
    const foundRight = (undecided[wrong] ?? 0) * (left - (D - wrong));
    const foundWrong = wrong === 0 ? 0 : (undecided[wrong - 1] ?? 0) * (D - wrong + 1);
    undecided[wrong] = (foundRight + foundWrong) / left;
  }
}

function total(chances: readonly number[]): number {
  return chances.reduce((sum, chance) => sum + chance, 0);
}

function requireRequest({ N, need, budget, maxWrong }: PlanRequest): void {
  const isPossible = 1 <= N && N <= 1_000_000 && 1 <= need && need <= 100 && 0 <= maxWrong;
  if (!isPossible || ![N, need, maxWrong].every(Number.isInteger) || !(budget > 0 && budget < 1)) {
    throw new RangeError(
      `no plan for N = ${N}, need = ${need}, budget = ${budget}, maxWrong = ${maxWrong}: ` +
        "N must be an integer from 1 to 1,000,000, need from 1 to 100, budget between 0 and 1, maxWrong from 0",
    );
  }
}
