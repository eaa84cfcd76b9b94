import { greatestWhere } from "./bisection.ts";
import { TIE } from "./bound.ts";
import { followPaths, type Paths, type SequentialPlan } from "./sequential-plan.ts";

/** How a round ended. */
export type RoundEnd =
  /** At the stage that tolerates `wrong` wrong units. */
  | { readonly outcome: "certified"; readonly wrong: number }
  /** `audits` is the rank, from 1, of the wrong unit at which the round gave up: a larger number overstates. */
  | { readonly outcome: "given_up"; readonly audits: number };

export interface SequentialBound {
  /** D*: with confidence 1 − budget, no more units than this are wrong. */
  readonly mostWrong: number;
  /** L = (N − D*)/N, 0 to 1. */
  readonly bound: number;
  /** ⌊100·L⌋ in integers. */
  readonly score: number;
}

/**
 * The exact lower bound on the share of right units after a round, at the budget of its plan. The ends of a
 * round are put in order, best first: certified at stage 0, 1, … c, then given up at the last audit, at the
 * one before, and so on. D* is the largest D for which the chance of this end or a better one exceeds the
 * budget. So the bound covers all levels at once: the chance of any bound above the true share is within the
 * budget. Certified rounds always reach the score asked, rounds that gave up never do.
 *
 * Throws a RangeError for an end that the plan does not have. Source: stage-wise ordering, C. Jennison and
 * B. W. Turnbull, "Group Sequential Methods with Applications to Clinical Trials" (2000), chapter 8.
 */
export function boundAfter(plan: SequentialPlan, end: RoundEnd): SequentialBound {
  const { N } = plan;
  const mostWrong =
    end.outcome === "certified" ? afterStage(plan, end.wrong) : afterGivingUp(plan, end.audits);
  const right = N - mostWrong;
  return { mostWrong, bound: right / N, score: Math.floor((100 * right) / N) };
}

function afterStage(plan: SequentialPlan, wrong: number): number {
  const audits = plan.stages[wrong]?.audits;
  if (audits === undefined) throw new RangeError(`no stage tolerates ${wrong} wrong units`);
  const isPossible = (D: number) => exceedsBudget(plan, followPaths(plan, D, audits).certified);
  return greatestWhere(wrong, plan.N - audits + wrong, isPossible) ?? wrong;
}

/** At least D₀: the other ends may use up too little of the budget to exclude D₀, yet the round failed. */
function afterGivingUp(plan: SequentialPlan, audits: number): number {
  const { N, stages, giveUpAt, tooManyWrong } = plan;
  const last = stages.at(-1)?.audits ?? 0;
  if (!(Number.isInteger(audits) && giveUpAt <= audits && audits <= last)) {
    throw new RangeError(`no round gives up at audit ${audits}: possible are ${giveUpAt} to ${last}`);
  }
  // What is undecided one audit earlier is certified or gives up at this audit or later.
  const thisOrBetter = ({ certified, undecided }: Paths) => [...certified, ...undecided];
  const isPossible = (D: number) => exceedsBudget(plan, thisOrBetter(followPaths(plan, D, audits - 1)));
  return greatestWhere(tooManyWrong, N - audits + giveUpAt, isPossible) ?? tooManyWrong;
}

function exceedsBudget({ budget }: SequentialPlan, chances: readonly number[]): boolean {
  return chances.reduce((sum, chance) => sum + chance, 0) > budget * TIE;
}
