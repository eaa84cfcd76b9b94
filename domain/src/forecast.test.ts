import fc from "fast-check";
import { expect, test } from "vitest";
import { forecastFinish } from "./forecast.ts";

const rates = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 5, maxLength: 28 });

test("equal days give the exact finish, without any doubt", () => {
  expect(forecastFinish(100, [10, 10, 10, 10, 10])).toEqual({ median: 10, low: 10, high: 10 });
  expect(forecastFinish(101, [10, 10, 10, 10, 10])).toEqual({ median: 11, low: 11, high: 11 });
});

test("fewer than five days with answers give no forecast", () => {
  expect(forecastFinish(100, [])).toBeNull();
  expect(forecastFinish(100, [10, 0, 10, 0, 10, 0, 10])).toBeNull();
});

test("weekends without work are planned for once three weeks are known", () => {
  const week = [20, 20, 20, 20, 20, 0, 0];
  expect(forecastFinish(200, [...week, ...week, ...week])).toEqual({ median: 12, low: 12, high: 12 });
});

test("a finish beyond two years is no date", () => {
  expect(forecastFinish(1_000_000, [1, 1, 1, 1, 1])).toEqual({ median: null, low: null, high: null });
});

test("the interval holds the median, lies among the slowest and fastest days, and more work ends no earlier", () => {
  fc.assert(
    fc.property(rates, fc.integer({ min: 1, max: 2_000 }), (past, left) => {
      const found = forecastFinish(left, past);
      const [low = 0, median = 0, high = 0] = [found?.low, found?.median, found?.high].map(
        (day) => day ?? 730,
      );
      expect(low).toBeLessThanOrEqual(median);
      expect(median).toBeLessThanOrEqual(high);
      expect(low).toBeGreaterThanOrEqual(Math.min(730, Math.ceil(left / Math.max(...past))));
      expect(high).toBeLessThanOrEqual(Math.min(730, Math.ceil(left / Math.min(...past))));
      expect(forecastFinish(left, past)).toEqual(found);
    }),
    { numRuns: 30 },
  );
});

test("counts that are none are refused", () => {
  expect(() => forecastFinish(-1, [1, 1, 1, 1, 1])).toThrow(RangeError);
  expect(() => forecastFinish(1, [1, 1, 0.5, 1, 1])).toThrow(RangeError);
});
