import { expect, test } from "vitest";
import { monthsUntil } from "./months.ts";

test("months go back over the turn of a year, each to the first day of the next", () => {
  expect(monthsUntil(new Date("2026-02-28T23:59:59Z"), 3)).toEqual([
    { id: "2026-02", from: "2026-02-01", to: "2026-03-01" },
    { id: "2026-01", from: "2026-01-01", to: "2026-02-01" },
    { id: "2025-12", from: "2025-12-01", to: "2026-01-01" },
  ]);
  expect(monthsUntil(new Date("2025-12-31T00:00:00Z"), 1)[0]?.to).toBe("2026-01-01");
});
