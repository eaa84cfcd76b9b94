import type { components } from "@assay/sdk/schema.ts";

type Day = components["schemas"]["WorkDay"];

/** What a chart shows of the work in a period. */
export const MEASURES = ["answers", "active_minutes", "per_hour", "gold", "consensus"] as const;
export type Measure = (typeof MEASURES)[number];

/** The sums of a day, or of a week by its Monday. */
export type Period = Day;

const DAY_MS = 86_400_000;
const SUMMED = [
  "answers",
  "active_minutes",
  "timed",
  "gold_answered",
  "gold_right",
  "compared",
  "agreeing",
] as const;

/** The Monday of the week of a day, as `2026-11-23`. */
export function mondayOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
}

/** Sums days, of any number of people, by day or by week, the oldest first. */
export function periodsOf(days: readonly Day[], unit: "day" | "week"): Period[] {
  const periods = new Map<string, Period>();
  for (const day of days) {
    const name = unit === "week" ? mondayOf(day.day) : day.day;
    const sum = periods.get(name);
    if (sum === undefined) periods.set(name, { ...day, day: name });
    else for (const field of SUMMED) sum[field] += day[field];
  }
  return [...periods.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** All days, or all Mondays, from the first of `days` to the last; days without work have no periods. */
export function everyDay(days: readonly string[], unit: "day" | "week"): string[] {
  const times = days.map((day) => Date.parse(day));
  const step = unit === "week" ? 7 * DAY_MS : DAY_MS;
  const first = Math.min(...times);
  const count = days.length === 0 ? 0 : Math.round((Math.max(...times) - first) / step) + 1;
  return Array.from({ length: count }, (_, place) =>
    new Date(first + place * step).toISOString().slice(0, 10),
  );
}

/** A measure of a period; null where nothing was measured. Shares are 0 to 1. */
export function measured(period: Period, measure: Measure): number | null {
  switch (measure) {
    case "answers":
      return period.answers;
    case "active_minutes":
      return period.active_minutes;
    case "per_hour":
      return period.active_minutes === 0 ? null : (60 * period.timed) / period.active_minutes;
    case "gold":
      return period.gold_answered === 0 ? null : period.gold_right / period.gold_answered;
    case "consensus":
      return period.compared === 0 ? null : period.agreeing / period.compared;
  }
}
