import { isDay } from "@assay/domain/day.ts";
import { ServiceError } from "@assay/domain/errors.ts";

const DAY_MS = 24 * 3_600_000;
const USUAL_MS = 30 * DAY_MS;
const LONGEST_MS = 366 * DAY_MS;

/** The ends of a period as a query names them. */
interface Asked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The time range of a report, without its end: the requested one, otherwise the last 30 days. Throws `invalid_request`. */
export function rangeOf({ from, to }: Asked, now: Date): { from: Date; to: Date } {
  return periodOf(from, to === undefined ? now.getTime() : Date.parse(to));
}

/** Whole days (UTC), of which `to` is the first one after the period. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The days of a report: those requested, otherwise the last 30. Throws `invalid_request`. */
export function daysOf({ from, to }: Asked, now: Date): Days {
  for (const [name, day] of Object.entries({ from, to }))
    if (day !== undefined && !isDay(day))
      throw new ServiceError("invalid_request", `${name}: ${day} is not a day of the calendar`);
  const period = periodOf(from, Date.parse(to ?? dayOf(new Date(now.getTime() + DAY_MS))));
  return { from: dayOf(period.from), to: dayOf(period.to) };
}

function periodOf(from: string | undefined, end: number): { from: Date; to: Date } {
  const start = from === undefined ? end - USUAL_MS : Date.parse(from);
  if (start < end && end - start <= LONGEST_MS) return { from: new Date(start), to: new Date(end) };
  throw new ServiceError("invalid_request", "from must be before to, and at most 366 days before it");
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
