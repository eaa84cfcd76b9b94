import { clopperPearson, mostWrong } from "./bound.ts";
import { alphaOfLook } from "./looks.ts";

/** The highest score that agreement alone can earn: just under the level standard. */
const AGREEMENT_CEILING = 79;

/** What one look found, as the certificate keeps it: enough to compute the score again. */
export interface Evidence {
  readonly method: "hypergeometric" | "clopper_pearson";
  /** Items (or clusters) that are not excluded. */
  readonly N: number;
  /** Of those, audited; for agreement, those with two answers or more. */
  readonly n: number;
  /** Of those, not acceptable; for agreement, those whose answers differ. */
  readonly d: number;
  /** Number of the look in the batch's life, from 1. */
  readonly look: number;
  readonly alpha: number;
  /** (n − d)/n; null for n = 0. */
  readonly point_estimate: number | null;
  /** The lower bound L on the share, 0 to 1. */
  readonly bound: number;
  /** `quality_score`, 0 to 100. */
  readonly score: number;
}

interface Counts {
  readonly N: number;
  readonly n: number;
  readonly d: number;
  readonly look: number;
}

/** The evidence of an audit: exact hypergeometric bound at the look's α. Throws as `mostWrong` does. */
export function auditEvidence({ N, n, d, look }: Counts): Evidence {
  const alpha = alphaOfLook(look);
  const right = N - mostWrong(N, n, d, alpha);
  return {
    method: "hypergeometric",
    ...{ N, n, d, look, alpha },
    point_estimate: n === 0 ? null : (n - d) / n,
    bound: N === 0 ? 0 : right / N,
    score: N === 0 ? 0 : Math.floor((100 * right) / N),
  };
}

/** The evidence of agreement: one trial per item with two answers or more. Throws as `mostWrong` does. */
export function agreementEvidence({ N, n, d, look }: Counts): Evidence {
  const alpha = alphaOfLook(look);
  const bound = clopperPearson(n, d, alpha);
  return {
    method: "clopper_pearson",
    ...{ N, n, d, look, alpha },
    point_estimate: n === 0 ? null : (n - d) / n,
    bound,
    score: Math.min(AGREEMENT_CEILING, Math.floor(100 * bound)),
  };
}
