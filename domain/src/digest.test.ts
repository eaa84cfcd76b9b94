import fc from "fast-check";
import { expect, test } from "vitest";
import { hasNews, nextDue } from "./digest.ts";

const DAY_MS = 24 * 3_600_000;

test("it is news when something new waits, or more of it, and not when less does", () => {
  expect(hasNews({}, {})).toBe(false);
  expect(hasNews({}, { "audit:a": 1 })).toBe(true);
  expect(hasNews({ "audit:a": 2 }, { "audit:a": 3 })).toBe(true);
  expect(hasNews({ "audit:a": 2, "audit:b": 1 }, { "audit:a": 1 })).toBe(false);
});

test("what was just told is never news", () => {
  const told = fc.dictionary(fc.string(), fc.nat());
  fc.assert(fc.property(told, (waiting) => !hasNews(waiting, waiting)));
});

test("the next digest is due within a day, at the same time of the day", () => {
  const time = fc.integer({ min: 0, max: 4e12 });
  fc.assert(
    fc.property(time, fc.integer({ min: 0, max: 100 * DAY_MS }), (due, late) => {
      const now = due + late;
      const next = nextDue(new Date(due), new Date(now)).getTime();
      expect(next).toBeGreaterThan(now);
      expect(next - now).toBeLessThanOrEqual(DAY_MS);
      expect((next - due) % DAY_MS).toBe(0);
    }),
  );
});
