import fc from "fast-check";
import { expect, test } from "vitest";
import { binomialTail, hypergeometricPoint, hypergeometricTail } from "./distributions.ts";

function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let product = 1n;
  for (let i = 0; i < k; i += 1) product = (product * BigInt(n - i)) / BigInt(i + 1);
  return product;
}

const DIGITS = 10n ** 30n;

/** P(X ≤ d) from whole numbers. */
function tailExactly(d: number, N: number, D: number, n: number): number {
  let ways = 0n;
  for (let x = 0; x <= d; x += 1) ways += choose(D, x) * choose(N - D, n - x);
  return Number((ways * DIGITS) / choose(N, n)) / Number(DIGITS);
}

test("a hypergeometric tail has 12 right digits up to a thousand items", () => {
  for (const [d, N, D, n] of [
    [0, 2, 1, 1],
    [1, 100, 8, 50],
    [3, 1000, 36, 200],
    [40, 1000, 100, 300],
    [70, 1000, 100, 500],
    [2, 500, 450, 10],
  ] as const) {
    expect(hypergeometricTail(d, N, D, n) / tailExactly(d, N, D, n)).toBeCloseTo(1, 12);
  }
});

test("a hypergeometric tail has 12 right digits for a million items", () => {
  for (const [d, D, n] of [
    [1, 50_000, 110],
    [4, 200_000, 53],
    [0, 30_000, 222],
    [30, 60_000, 1000],
    [5, 500_000, 20],
    [2, 40, 200_000],
    [0, 3, 975_000],
  ] as const) {
    const exact = tailExactly(d, 1_000_000, Math.max(D, n), Math.min(D, n));
    expect(hypergeometricTail(d, 1_000_000, D, n) / exact).toBeCloseTo(1, 12);
  }
});

test("drawing wrong labels into the sample and drawing sampled labels into the wrong ones are the same distribution", () => {
  const draw = fc
    .integer({ min: 1, max: 1_000_000 })
    .chain((N) => fc.tuple(fc.constant(N), fc.integer({ min: 0, max: N }), fc.integer({ min: 0, max: N })));
  fc.assert(
    fc.property(draw, fc.double({ min: 0, max: 1, noNaN: true }), ([N, D, n], share) => {
      const lowest = Math.max(0, n + D - N);
      const x = lowest + Math.floor(share * (Math.min(n, D) - lowest));
      const point = hypergeometricPoint(x, N, D, n);
      const mirrored = hypergeometricPoint(x, N, n, D);
      expect(Math.abs(point - mirrored)).toBeLessThanOrEqual(1e-11 * Math.max(point, 1e-280));
    }),
  );
});

test("all probabilities of a draw sum to 1, and a draw of nothing contains nothing wrong", () => {
  let sum = 0;
  for (let x = 0; x <= 60; x += 1) sum += hypergeometricPoint(x, 300, 60, 100);
  expect(sum).toBeCloseTo(1, 12);
  expect(hypergeometricTail(60, 300, 60, 100)).toBeCloseTo(1, 12);
  expect(hypergeometricPoint(0, 300, 60, 0)).toBe(1);
  expect(hypergeometricPoint(1, 300, 60, 0)).toBe(0);
  expect(hypergeometricPoint(61, 300, 60, 100)).toBe(0);
});

test("a binomial tail equals its closed forms", () => {
  expect(binomialTail(0, 50, 0.1)).toBeCloseTo(0.9 ** 50, 14);
  expect(binomialTail(49, 50, 0.9)).toBeCloseTo(1 - 0.9 ** 50, 12);
  expect(binomialTail(4, 9, 0.5)).toBeCloseTo(0.5, 14);
  expect(binomialTail(9, 9, 0.5)).toBe(1);
  expect(binomialTail(3, 9, 0)).toBe(1);
  expect(binomialTail(3, 9, 1)).toBe(0);
});

test("a tail far above the mean is 1 and one far below is 0, without a NaN", () => {
  expect(binomialTail(900_000, 1_000_000, 0.1)).toBeCloseTo(1, 9);
  expect(binomialTail(10, 1_000_000, 0.9)).toBe(0);
  expect(hypergeometricTail(90_000, 1_000_000, 100_000, 500_000)).toBeCloseTo(1, 9);
  expect(hypergeometricTail(1, 1_000_000, 500_000, 500_000)).toBe(0);
});
