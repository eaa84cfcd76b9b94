import { greatestWhere } from "./bisection.ts";
import { binomialTail, hypergeometricTail } from "./distributions.ts";

/** The chance of a wrong certificate, shared by all rounds of a batch's life. */
export const TOTAL_ALPHA = 0.05;

/**
 * Rounding in a tail probability must not turn P = α into P > α: exact ties happen (N = 40, n = 39, D = 1
 * gives P(X = 0) = 1/40). This widens α by one part in 10¹¹, well over the error of the tail.
 */
export const TIE = 1 + 1e-11;

/**
 * D*, the most wrong labels among `N` that `d` wrong ones in a simple random sample of `n` leave
 * possible: max{D : P(X ≤ d | N, D, n) > α}, X hypergeometric. With probability 1 − `alpha` at least, no
 * more than D* are wrong. n = N gives `d`, n = 0 gives `N`.
 *
 * Throws a RangeError unless these are integers with 0 ≤ d ≤ n ≤ N ≤ 1,000,000 and 0 < alpha < 1.
 * Source: the exact one-sided test inverted; e.g. Buonaccorsi, "A note on confidence intervals for
 * proportions in finite populations", The American Statistician 41 (1987).
 */
export function mostWrong(N: number, n: number, d: number, alpha: number): number {
  requireCounts(N, n, d, alpha);
  const possible = (D: number) => hypergeometricTail(d, N, D, n) > alpha * TIE;
  return greatestWhere(d, N - n + d, possible) ?? d;
}

/**
 * ⌊100·L⌋ of the bound L = (N − D*)/N, in integers (0.29·100 is 28.999… in floating point). 0 for N = 0.
 */
export function qualityScore(N: number, n: number, d: number, alpha: number): number {
  return N === 0 ? 0 : Math.floor((100 * (N - mostWrong(N, n, d, alpha))) / N);
}

/**
 * The lower Clopper–Pearson bound on a share of successes after `d` failures in `n` independent trials:
 * BetaInv(α; n − d, d + 1), to 1e-12 and never above it by more. n = 0 and d = n give 0.
 *
 * Throws a RangeError as `mostWrong` does. Source: Clopper and Pearson, Biometrika 26 (1934).
 */
export function clopperPearson(n: number, d: number, alpha: number): number {
  requireCounts(n, n, d, alpha);
  if (d === n) return 0;
  let possible = d / n;
  let excluded = 1;
  while (excluded - possible > 1e-13) {
    const failing = (possible + excluded) / 2;
    if (binomialTail(d, n, failing) > alpha) possible = failing;
    else excluded = failing;
  }
  return 1 - excluded;
}

/**
 * The two-sided 95 % interval of Clopper and Pearson for a share of successes after `d` failures in `n`
 * independent trials; 0 to 1 where n = 0. Throws a RangeError as `mostWrong` does.
 */
export function exactInterval(n: number, d: number): { readonly low: number; readonly high: number } {
  if (n === 0) return { low: 0, high: 1 };
  return { low: clopperPearson(n, d, 0.025), high: 1 - clopperPearson(n, n - d, 0.025) };
}

function requireCounts(N: number, n: number, d: number, alpha: number): void {
  const ordered = 0 <= d && d <= n && n <= N && N <= 1_000_000;
  if (!ordered || ![N, n, d].every(Number.isInteger) || !(alpha > 0 && alpha < 1)) {
    throw new RangeError(`no bound for N = ${N}, n = ${n}, d = ${d}, alpha = ${alpha}`);
  }
}
