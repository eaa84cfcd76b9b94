import { expect, test } from "vitest";
import { isDay } from "./day.ts";

test("a day is one of the calendar", () => {
  expect(["2026-11-21", "2024-02-29", "0001-01-01"].every(isDay)).toBe(true);
  const others = [
    "2026-02-29",
    "2026-13-01",
    "2026-11-00",
    "2026-11-1",
    "21.11.2026",
    "2026-11-21T00:00",
    "",
  ];
  expect(others.some(isDay)).toBe(false);
});
