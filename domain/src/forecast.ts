import { seededRandom } from "./agreement.ts";

/** The fewest days with answers, and days at all, from which a finish is forecast. */
export const LEAST_DAYS = 5;
/** Longer than anybody plans. */
const MOST_DAYS = 730;
const DRAWS = 2_000;
const WEEK = 7;
/** With fewer weeks, the days of one weekday say too little of how much days differ. */
const DAYS_OF_WEEKS = 3 * WEEK;
/**
 * The draws outside of each end of the 80 % interval. A tenth would be too many: a few past days show less of the differences than
 * there are. With a twentieth the interval holds 80 % of the simulated finishes or nearly (docs/quality.md).
 */
const OUTSIDE = 0.05;

/** When the answers that are left will have been given, in days from now. */
export interface Forecast {
  /** In half of the draws the work is done within this many days; null if that is more than 730. */
  readonly median: number | null;
  /** The ends of the 80 % interval; null if more than 730. */
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * The days until `left` answers are given, if work goes on as on the days in `rates` (answers of each past day, oldest first,
 * without the current one), with an 80 % interval. Null where fewer than 5 of the days have answers.
 *
 * Each of 2,000 draws weights the past days at random (the Bayesian bootstrap: D. B. Rubin, Annals of Statistics 9, 1981), so that it
 * carries how little a few days say about the rate, and then draws future days by these weights until the work is done. With three weeks or
 * more, a future day is drawn among past ones of the same day of the week. Equal input gives equal output. Throws a RangeError
 * unless counts are integers from 0.
 */
export function forecastFinish(left: number, rates: readonly number[]): Forecast | null {
  for (const count of [left, ...rates]) {
    if (!Number.isInteger(count) || count < 0)
      throw new RangeError(`a count must be an integer from 0, not ${count}`);
  }
  if (rates.filter((rate) => rate > 0).length < LEAST_DAYS) return null;
  if (left === 0) return { median: 0, low: 0, high: 0 };
  const random = seededRandom(left + rates.length);
  const ends = Float64Array.from({ length: DRAWS }, () => drawEnd(left, rates, random)).sort();
  const at = (share: number) => {
    const days = ends[Math.min(DRAWS - 1, Math.floor(share * DRAWS))] ?? MOST_DAYS;
    return days >= MOST_DAYS ? null : days;
  };
  return { median: at(0.5), low: at(OUTSIDE), high: at(1 - OUTSIDE) };
}

/** The days of one draw until the work is done, at most 730. */
function drawEnd(left: number, rates: readonly number[], random: () => number): number {
  const pools = poolsOf(rates).map((pool) => weighted(pool, random));
  let done = 0;
  for (let day = 1; day < MOST_DAYS; day += 1) {
    const pool = pools[(rates.length + day - 1) % pools.length];
    done += pool?.(random()) ?? 0;
    if (done >= left) return day;
  }
  return MOST_DAYS;
}

/** The past days among which a future one is drawn, by its place in the week if there are three weeks of them. */
function poolsOf(rates: readonly number[]): number[][] {
  if (rates.length < DAYS_OF_WEEKS) return [[...rates]];
  return Array.from({ length: WEEK }, (_, day) => rates.filter((_rate, place) => place % WEEK === day));
}

/** Draws from `pool` with weights that are themselves drawn: exponential ones, divided by their sum. */
function weighted(pool: readonly number[], random: () => number): (share: number) => number {
  const ends: number[] = [];
  let sum = 0;
  for (const _rate of pool) {
    sum -= Math.log(1 - random());
    ends.push(sum);
  }
  return (share) =>
    pool[
      Math.max(
        0,
        ends.findIndex((end) => share * sum < end),
      )
    ] ?? 0;
}
