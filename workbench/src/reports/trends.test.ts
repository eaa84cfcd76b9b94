import { expect, test } from "vitest";
import { everyDay, measured, mondayOf, periodsOf } from "./trends.ts";

const day = (name: string, more = {}) => ({
  ...{
    day: name,
    answers: 2,
    active_minutes: 1,
    timed: 2,
    gold_answered: 0,
    gold_right: 0,
    compared: 0,
    agreeing: 0,
  },
  ...more,
});

test("a week begins on Monday, also across years", () => {
  expect(["2026-11-23", "2026-11-29", "2026-11-30", "2027-01-01"].map(mondayOf)).toEqual([
    ...["2026-11-23", "2026-11-23", "2026-11-30", "2026-12-28"],
  ]);
});

test("days of several people are summed by day or by week, the oldest first, and stay as they were", () => {
  const days = [day("2026-11-24"), day("2026-11-23"), day("2026-11-24"), day("2026-11-30")];
  expect(periodsOf(days, "day").map((one) => [one.day, one.answers])).toEqual([
    ["2026-11-23", 2],
    ["2026-11-24", 4],
    ["2026-11-30", 2],
  ]);
  expect(periodsOf(days, "week").map((one) => [one.day, one.answers])).toEqual([
    ["2026-11-23", 6],
    ["2026-11-30", 2],
  ]);
  expect(days[0]).toEqual(day("2026-11-24"));
});

test("what was not measured has no value, and speed counts only timed answers", () => {
  const period = day("2026-11-24", {
    answers: 9,
    timed: 4,
    active_minutes: 2,
    gold_answered: 4,
    gold_right: 3,
  });
  expect(measured(period, "per_hour")).toBe(120);
  expect(measured(period, "gold")).toBe(0.75);
  expect(measured(period, "consensus")).toBeNull();
  expect(measured({ ...period, active_minutes: 0 }, "per_hour")).toBeNull();
});

test("days and weeks without work are on the axis too", () => {
  expect(everyDay(["2026-11-30", "2026-11-28"], "day")).toEqual(["2026-11-28", "2026-11-29", "2026-11-30"]);
  expect(everyDay(["2026-11-16", "2026-11-30"], "week")).toEqual(["2026-11-16", "2026-11-23", "2026-11-30"]);
  expect(everyDay([], "day")).toEqual([]);
});
