import { expect, test } from "vitest";
import { daysOf, rangeOf } from "./period.ts";

const now = new Date("2026-11-29T08:30:00Z");
const REFUSED = "from must be before to, and at most 366 days before it";

test("366 days are allowed at any hour, also if the end is left out, and a day or a millisecond more is not", () => {
  const days = { from: "2025-11-29", to: "2026-11-30" };
  expect(daysOf(days, now)).toEqual(days);
  for (const time of ["T00:00:00Z", "T08:30:00Z", "T23:59:59.999Z"])
    expect(daysOf({ from: days.from }, new Date(`2026-11-29${time}`))).toEqual(days);
  for (const longer of [{ from: "2025-11-28" }, { ...days, from: "2025-11-28" }])
    expect(() => daysOf(longer, now)).toThrow(REFUSED);

  const range = { from: new Date("2025-11-28T08:30:00Z"), to: now };
  expect(rangeOf({ from: "2025-11-28T08:30:00Z" }, now)).toEqual(range);
  expect(rangeOf({ from: "2025-11-28T08:30:00Z", to: "2026-11-29T08:30:00Z" }, now)).toEqual(range);
  expect(() => rangeOf({ from: "2025-11-28T08:29:59.999Z" }, now)).toThrow(REFUSED);
});

test("a period of no time is refused, and one without ends has 30 days", () => {
  expect(() => daysOf({ from: "2026-11-30" }, now)).toThrow(REFUSED);
  expect(() => rangeOf({ from: now.toISOString() }, now)).toThrow(REFUSED);
  expect(daysOf({}, now)).toEqual({ from: "2026-10-31", to: "2026-11-30" });
  expect(rangeOf({}, now)).toEqual({ from: new Date("2026-10-30T08:30:00Z"), to: now });
});
