import { clopperPearson } from "./bound.ts";
import { boundAfter } from "./sequential-bound.ts";
import { budgetOfRound, type EndedRound, type SequentialPlan } from "./sequential-plan.ts";

/** The highest score that agreement alone can earn: just under the level standard. */
const AGREEMENT_CEILING = 79;

/** What one round found, as the certificate keeps it: enough to compute the score again. */
export interface Evidence {
  /** `hypergeometric` in rounds judged before sequential plans existed. */
  readonly method: "sequential" | "hypergeometric" | "clopper_pearson";
  /** Items (or clusters) that are not excluded. */
  readonly N: number;
  /** Of those, audited up to the rank that ended the round; for agreement, those with two answers or more. */
  readonly n: number;
  /** Of those n, not acceptable; for agreement, those whose answers differ. */
  readonly d: number;
  /** Number of the audited round in the batch's life, from 1: determines α. */
  readonly look: number;
  readonly alpha: number;
  /**
   * n₀, n₁, … of the sequential plan: the round certifies as soon as the first n_d audits hold at most d
   * wrong. Absent for the other methods and in a round without audits.
   */
  readonly stages?: number[];
  /** (n − d)/n; null for n = 0. */
  readonly point_estimate: number | null;
  /** The lower bound L on the share, 0 to 1. */
  readonly bound: number;
  /** `quality_score`, 0 to 100. */
  readonly score: number;
}

/** The evidence of a round that ended: the bound of its plan. Throws as `boundAfter` does. */
export function auditEvidence(plan: SequentialPlan, end: EndedRound, look: number): Evidence {
  const { N, budget: alpha, stages } = plan;
  const { audits: n, wrong: d } = end;
  const { bound, score } = boundAfter(plan, end);
  return {
    method: "sequential",
    ...{ N, n, d, look, alpha },
    stages: stages.map(({ audits }) => audits),
    point_estimate: (n - d) / n,
    bound,
    score,
  };
}

/** The evidence of a round that ended before any audit. */
export function noEvidence(N: number, look: number): Evidence {
  const counts = { N, n: 0, d: 0, look, alpha: budgetOfRound(look) };
  return { method: "sequential", ...counts, point_estimate: null, bound: 0, score: 0 };
}

interface Counts {
  readonly N: number;
  readonly n: number;
  readonly d: number;
  readonly look: number;
}

/** The evidence of agreement: one trial per item with two answers or more. Throws as `clopperPearson` does. */
export function agreementEvidence({ N, n, d, look }: Counts): Evidence {
  const alpha = budgetOfRound(look);
  const bound = clopperPearson(n, d, alpha);
  return {
    method: "clopper_pearson",
    ...{ N, n, d, look, alpha },
    point_estimate: n === 0 ? null : (n - d) / n,
    bound,
    score: Math.min(AGREEMENT_CEILING, Math.floor(100 * bound)),
  };
}
