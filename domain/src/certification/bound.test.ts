import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clopperPearson, mostWrong, qualityScore } from "./bound.ts";

/** C(n, k) exactly. */
function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let product = 1n;
  for (let i = 0; i < k; i += 1) product = (product * BigInt(n - i)) / BigInt(i + 1);
  return product;
}

/** D* by its definition: every D is tried in whole numbers, α is 1/`oneIn`. */
function mostWrongExactly(N: number, n: number, d: number, oneIn: bigint): number {
  const all = choose(N, n);
  let most = d;
  for (let D = d; D <= N; D += 1) {
    let ways = 0n;
    for (let x = 0; x <= d; x += 1) ways += choose(D, x) * choose(N - D, n - x);
    if (ways * oneIn > all) most = D;
  }
  return most;
}

describe("the hypergeometric bound", () => {
  test.each([
    [100, 50, 0, 4, 96],
    [100, 50, 1, 7, 93],
    [500, 80, 2, 36, 92],
    [1000, 100, 0, 28, 97],
    [1000, 200, 3, 35, 96],
    [50, 50, 1, 1, 98],
    [20, 10, 0, 3, 85],
  ])("for N = %i, n = %i, d = %i leaves %i wrong possible", (N, n, d, most, score) => {
    expect(mostWrong(N, n, d, 0.05)).toBe(most);
    expect(qualityScore(N, n, d, 0.05)).toBe(score);
  });

  test("equals counting in whole numbers for every sample of up to 18 items, ties with α included", () => {
    for (let N = 0; N <= 18; N += 1) {
      for (let n = 0; n <= N; n += 1) {
        for (let d = 0; d <= n; d += 1) {
          for (const oneIn of [2n, 20n, 40n]) {
            const expected = mostWrongExactly(N, n, d, oneIn);
            expect(mostWrong(N, n, d, 1 / Number(oneIn)), `${N} ${n} ${d} ${oneIn}`).toBe(expected);
          }
        }
      }
    }
  });

  test("a tail that equals α exactly excludes its D", () => {
    expect(mostWrongExactly(40, 39, 0, 40n)).toBe(0);
    expect(mostWrong(40, 39, 0, 0.025)).toBe(0);
    expect(mostWrong(80, 79, 0, 0.0125)).toBe(0);
    expect(mostWrong(1_000_000, 975_000, 0, 0.025)).toBe(0);
    expect(mostWrong(40, 39, 0, 0.02499999999)).toBe(1);
  });

  test("equals counting in whole numbers for larger batches drawn at random", () => {
    const sample = fc
      .integer({ min: 20, max: 120 })
      .chain((N) =>
        fc
          .integer({ min: 0, max: N })
          .chain((n) => fc.tuple(fc.constant(N), fc.constant(n), fc.integer({ min: 0, max: n }))),
      );
    fc.assert(
      fc.property(sample, fc.constantFrom(20n, 40n, 80n, 160n), ([N, n, d], oneIn) => {
        expect(mostWrong(N, n, d, 1 / Number(oneIn))).toBe(mostWrongExactly(N, n, d, oneIn));
      }),
      { numRuns: 60 },
    );
  });

  const samples = fc
    .integer({ min: 1, max: 1_000_000 })
    .chain((N) => fc.tuple(fc.constant(N), fc.integer({ min: 1, max: N })))
    .chain(([N, n]) => fc.tuple(fc.constant(N), fc.constant(n), fc.integer({ min: 0, max: n })));
  const alphas = fc.double({ min: 0.0001, max: 0.4, noNaN: true });

  test("lies between the wrong labels seen and the labels not seen as right", () => {
    fc.assert(
      fc.property(samples, alphas, ([N, n, d], alpha) => {
        const most = mostWrong(N, n, d, alpha);
        expect(most).toBeGreaterThanOrEqual(d);
        expect(most).toBeLessThanOrEqual(N - n + d);
        if (alpha < 0.2) expect(most / N).toBeGreaterThanOrEqual(d / n - 1 / n);
      }),
    );
  });

  test("falls with each wrong label, rises with each right one, and falls as α does", () => {
    fc.assert(
      fc.property(samples, alphas, ([N, n, d], alpha) => {
        const most = mostWrong(N, n, d, alpha);
        if (d < n) expect(mostWrong(N, n, d + 1, alpha)).toBeGreaterThan(most);
        if (n < N) expect(mostWrong(N, n + 1, d, alpha)).toBeLessThanOrEqual(most);
        expect(mostWrong(N, n, d, alpha / 2)).toBeGreaterThanOrEqual(most);
      }),
    );
  });

  test("an audit of everything leaves exactly the wrong labels seen; an audit of nothing guarantees nothing", () => {
    expect(mostWrong(1000, 1000, 17, 0.05)).toBe(17);
    expect(qualityScore(1000, 0, 0, 0.05)).toBe(0);
    expect(qualityScore(0, 0, 0, 0.05)).toBe(0);
    expect(qualityScore(7, 7, 7, 0.05)).toBe(0);
  });

  test("the score is rounded down in whole numbers", () => {
    expect(0.29 * 100).toBeLessThan(29);
    expect(qualityScore(100, 100, 71, 0.05)).toBe(29);
    expect(qualityScore(1000, 1000, 101, 0.05)).toBe(89);
    for (let right = 0; right <= 100; right += 1) {
      expect(qualityScore(100, 100, 100 - right, 0.05)).toBe(right);
    }
  });

  test("an extreme α works, and one outside 0 to 1 is refused", () => {
    expect(mostWrong(100, 50, 0, 1e-12)).toBeGreaterThan(mostWrong(100, 50, 0, 0.05));
    expect(mostWrong(100, 50, 0, 0.999999)).toBe(0);
    for (const alpha of [0, 1, -0.1, Number.NaN]) {
      expect(() => mostWrong(100, 50, 0, alpha)).toThrow(RangeError);
    }
  });

  test("impossible counts are refused", () => {
    for (const [N, n, d] of [
      [10, 11, 0],
      [10, 5, 6],
      [10, 5, -1],
      [10, 5, 0.5],
      [1_000_001, 5, 0],
    ] as const) {
      expect(() => mostWrong(N, n, d, 0.05)).toThrow(RangeError);
    }
  });

  test("a bound on a million items takes under a millisecond of the processor", () => {
    mostWrong(1_000_000, 1000, 5, 0.025);
    const before = process.cpuUsage();
    for (let i = 0; i < 200; i += 1) mostWrong(1_000_000, 100 + 40 * i, i % 40, 0.025);
    expect(process.cpuUsage(before).user / 200).toBeLessThan(1_000); // microseconds
  });
});

function boundOf(N: number, n: number, d: number, alpha: number): number {
  return (N - mostWrong(N, n, d, alpha)) / N;
}

describe("the Clopper–Pearson bound", () => {
  test.each([
    [20, 20, 0.860892],
    [50, 50, 0.941845],
    [58, 60, 0.898764],
    [100, 100, 0.970487],
    [98, 100, 0.938381],
    [95, 100, 0.897747],
    [197, 200, 0.96169],
    [297, 300, 0.974359],
    [460, 500, 0.897132],
  ])("after %i successes in %i trials", (successes, n, bound) => {
    expect(clopperPearson(n, n - successes, 0.05)).toBeCloseTo(bound, 6);
  });

  test("without failures is the n-th root of α", () => {
    for (const n of [1, 2, 9, 100, 10_000])
      expect(clopperPearson(n, 0, 0.025)).toBeCloseTo(0.025 ** (1 / n), 11);
  });

  test("without trials, or without a success, is 0", () => {
    expect(clopperPearson(0, 0, 0.05)).toBe(0);
    expect(clopperPearson(12, 12, 0.05)).toBe(0);
  });

  test("is what the hypergeometric bound comes to for large N, never above it by more than an item", () => {
    const trials = fc
      .integer({ min: 1, max: 500 })
      .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n })));
    fc.assert(
      fc.property(trials, fc.constantFrom(0.05, 0.025, 0.0125), ([n, d], alpha) => {
        const limit = clopperPearson(n, d, alpha);
        expect(Math.abs(boundOf(1_000_000, n, d, alpha) - limit)).toBeLessThan(0.001);
        expect(boundOf(1000, n, d, alpha)).toBeGreaterThanOrEqual(limit - 0.001);
      }),
    );
  });

  test("falls with each failure and rises with each success", () => {
    const trials = fc
      .integer({ min: 1, max: 100_000 })
      .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n - 1 })));
    fc.assert(
      fc.property(trials, ([n, d]) => {
        const bound = clopperPearson(n, d, 0.025);
        expect(clopperPearson(n, d + 1, 0.025)).toBeLessThan(bound);
        expect(clopperPearson(n + 1, d, 0.025)).toBeGreaterThan(bound);
        expect(bound).toBeLessThan(1 - d / n);
      }),
    );
  });
});
