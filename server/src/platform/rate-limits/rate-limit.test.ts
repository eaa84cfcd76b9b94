import fc from "fast-check";
import { expect, test } from "vitest";
import { createRateLimiter } from "./rate-limit.ts";

const T0 = 1_800_000_000_000;

test("at most the limit passes in any 60 seconds, and every request within the limit passes", () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 200 });
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 10 }), (gaps, limit) => {
      const { take } = createRateLimiter();
      const passed: number[] = [];
      let now = T0;
      for (const gap of gaps) {
        now += gap;
        const inWindow = passed.filter((time) => time > now - 60_000).length;
        const { allowed, remaining } = take("a", "p", limit, now);
        expect(allowed).toBe(inWindow < limit);
        expect(remaining).toBe(limit - inWindow - (allowed ? 1 : 0));
        if (allowed) passed.push(now);
      }
    }),
  );
});

test("a request after the announced wait passes, and one more than a second earlier does not", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 5, maxLength: 5 }), (gaps) => {
      const { take } = createRateLimiter();
      let now = T0;
      for (const gap of gaps) {
        now += gap;
        take("a", "p", 5, now);
      }
      const { allowed, resetInSeconds } = take("a", "p", 5, now);
      expect(allowed).toBe(false);
      expect(take("a", "p", 5, now + resetInSeconds * 1_000 - 1_000).allowed).toBe(false);
      expect(take("a", "p", 5, now + resetInSeconds * 1_000).allowed).toBe(true);
    }),
  );
});

test("neither a refused request nor a peek counts", () => {
  const { take, peek } = createRateLimiter();
  expect(peek("a", "p", 1, T0)).toEqual({
    allowed: true,
    policy: "p",
    limit: 1,
    remaining: 1,
    resetInSeconds: 0,
  });

  take("a", "p", 1, T0);
  for (let second = 1; second < 60; second += 1)
    expect(take("a", "p", 1, T0 + second * 1_000).allowed).toBe(false);

  expect(peek("a", "p", 1, T0 + 59_000)).toMatchObject({ allowed: true, remaining: 0, resetInSeconds: 1 });
  expect(take("a", "p", 1, T0 + 60_000).allowed).toBe(true);
});

test("a changed plan keeps the requests already counted", () => {
  const { take, peek } = createRateLimiter();
  for (let count = 0; count < 10; count += 1) take("a", "growth", 10, T0 + count);

  expect(peek("a", "starter", 4, T0 + 20).remaining).toBe(0);
  expect(take("a", "starter", 4, T0 + 20).allowed).toBe(false);
  expect(take("a", "enterprise", 20, T0 + 20).remaining).toBe(9);
});

test("a caller takes memory for its requests, not for its limit", () => {
  const { take } = createRateLimiter();
  const usedBytes = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  const before = usedBytes();

  for (let caller = 0; caller < 100; caller += 1) take(`caller ${caller}`, "p", 1_000_000, T0);

  expect(usedBytes() - before).toBeLessThan(20_000_000);
});

test("callers have separate limits, and silent ones are removed from memory", () => {
  const { take, size } = createRateLimiter();
  for (let caller = 0; caller < 1_000; caller += 1) take(`early ${caller}`, "p", 2, T0);
  for (let caller = 0; caller < 1_000; caller += 1) {
    expect(take(`late ${caller}`, "p", 2, T0 + 60_000).remaining).toBe(1);
    take("always", "p", 2_000, T0 + 60_000);
  }

  expect(size()).toBe(1_001);
  expect(take("always", "p", 2_000, T0 + 60_000).remaining).toBe(999);
});
