import { expect, test } from "vitest";
import { daysUntil, topOf } from "./days.ts";

test("days without work are included, and audits are counted apart from answers", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");

  expect(daysUntil(now, 3, [{ day: "2026-02-27", answers: 5, audits: 2 }])).toEqual([
    { day: "2026-02-27", answers: 3, audits: 2 },
    { day: "2026-02-28", answers: 0, audits: 0 },
    { day: "2026-03-01", answers: 0, audits: 0 },
  ]);
});

test.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [7, 10],
  [101, 200],
  [1_000, 1_000],
])("a scale for %i ends at %i", (most, top) => {
  expect(topOf(most)).toBe(top);
});
