const HALF_LOG_TAU = 0.5 * Math.log(2 * Math.PI);

/** A term this small beside the sum no longer changes it. */
const NEGLIGIBLE = 2 ** -60;

/** A distribution over 0, 1, 2 … with a single peak. */
interface Distribution {
  readonly mode: number;
  readonly point: (x: number) => number;
  /** P(X = x) / P(X = x − 1). */
  readonly ratio: (x: number) => number;
}

/**
 * P(X = x) of the hypergeometric distribution: x wrong ones among `n` drawn without replacement from
 * `N`, of which `D` are wrong. 0 outside the possible x. Relative error under 1e-12 up to N =
 * 1,000,000.
 *
 * As a product of three binomial terms, so that no log-factorials of size N ln N cancel. Source:
 * C. Loader, "Fast and Accurate Computation of Binomial Probabilities" (2000), as in R's `dhyper`.
 */
export function hypergeometricPoint(x: number, N: number, D: number, n: number): number {
  if (n === 0 || N === 0) return x === 0 ? 1 : 0;
  const p = n / N;
  const q = (N - n) / N;
  return (binomial(x, D, p, q) * binomial(n - x, N - D, p, q)) / binomial(n, N, p, q);
}

/** P(X ≤ d) of the same distribution; the error is that of its terms. */
export function hypergeometricTail(d: number, N: number, D: number, n: number): number {
  return lowerTail(d, {
    mode: Math.max(0, n + D - N, Math.min(n, D, Math.floor(((n + 1) * (D + 1)) / (N + 2)))),
    point: (x) => hypergeometricPoint(x, N, D, n),
    ratio: (x) => ((D - x + 1) * (n - x + 1)) / (x * (N - D - n + x)),
  });
}

/** P(X = x) of the same draws as in `binomialTail`. */
export function binomialPoint(x: number, n: number, p: number): number {
  return binomial(x, n, p, 1 - p);
}

/** P(X ≤ d) for the wrong ones among `n` independent draws, each wrong with probability `p`. */
export function binomialTail(d: number, n: number, p: number): number {
  if (p === 0 || d >= n) return 1;
  return lowerTail(d, {
    mode: Math.min(n, Math.floor((n + 1) * p)),
    point: (x) => binomial(x, n, p, 1 - p),
    ratio: (x) => ((n - x + 1) * p) / (x * (1 - p)),
  });
}

/** Sums outward from the greatest term at or below `d`, so that nothing needed underflows. */
function lowerTail(d: number, { mode, point, ratio }: Distribution): number {
  const start = Math.min(d, mode);
  let sum = 1;
  for (let x = start, term = 1; x > 0 && term > NEGLIGIBLE * sum; x -= 1) {
    term /= ratio(x);
    sum += term;
  }
  for (let x = start + 1, term = 1; x <= d && term > NEGLIGIBLE * sum; x += 1) {
    term *= ratio(x);
    sum += term;
  }
  return Math.min(1, point(start) * sum);
}

/** P(X = x) of the binomial distribution, with q = 1 − p given apart to keep its digits. */
function binomial(x: number, n: number, p: number, q: number): number {
  if (x < 0 || x > n) return 0;
  if (n === 0) return 1;
  if (p === 0) return x === 0 ? 1 : 0;
  if (q === 0) return x === n ? 1 : 0;
  if (x === 0) return Math.exp(p < 0.1 ? -deviance(n, n * q) - n * p : n * Math.log(q));
  if (x === n) return Math.exp(q < 0.1 ? -deviance(n, n * p) - n * q : n * Math.log(p));
  const log =
    stirlingError(n) - stirlingError(x) - stirlingError(n - x) - deviance(x, n * p) - deviance(n - x, n * q);
  return Math.exp(log) * Math.sqrt(n / (2 * Math.PI * x * (n - x)));
}

/** ln n! less Stirling's approximation of it, for n ≥ 1. The series' first left-out term is under 2e-14. */
function stirlingError(n: number): number {
  if (n < 16) {
    let factorial = 1;
    for (let factor = 2; factor <= n; factor += 1) factorial *= factor;
    return Math.log(factorial) - (n + 0.5) * Math.log(n) + n - HALF_LOG_TAU;
  }
  const square = n * n;
  return (1 / 12 - (1 / 360 - (1 / 1260 - 1 / (1680 * square)) / square) / square) / n;
}

/** x·ln(x/mean) + mean − x; log1p keeps the digits where x is near `mean` and the terms cancel. */
function deviance(x: number, mean: number): number {
  const difference = x - mean;
  return x * Math.log1p(difference / mean) - difference;
}
