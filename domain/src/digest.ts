const DAY_MS = 24 * 3_600_000;

/** How much waits for a person, by a key that names what. */
export type Told = Readonly<Record<string, number>>;

/** Whether more of something waits than the person was told last. */
export function hasNews(told: Told, waiting: Told): boolean {
  return Object.entries(waiting).some(([key, count]) => count > (told[key] ?? 0));
}

/** The hour at which a digest is due, by the clocks of its person's time zone. */
export const DIGEST_HOUR = 8;
/** Before the first digest: nobody gets two within this time by turning it off and on. */
const FIRST_MS = 20 * 3_600_000;

/** Whether this runtime knows a name of the IANA time zone database, such as Europe/Berlin or UTC. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false; // an offset such as +02:00 is taken too, and knows no summer time
  try {
    return clockOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** When the first digest is due: at the hour of the time zone, or in a day without one. */
export function firstDue(time_zone: string | null, now: Date): Date {
  return time_zone === null
    ? new Date(now.getTime() + DAY_MS)
    : atHour(time_zone, new Date(now.getTime() + FIRST_MS));
}

/** When a digest of another time zone is due, which was due at `due`: not earlier. */
export function movedDue(time_zone: string, due: Date): Date {
  return atHour(time_zone, new Date(due.getTime() - 1));
}

/**
 * The first time after `now` at which the clocks of the time zone show the hour; of UTC if this runtime does not know a stored
 * time zone any more. Without a time zone, the first one that is whole days
 * after `due`: the hour of the day stays.
 */
export function nextDue(due: Date, now: Date, time_zone: string | null): Date {
  if (time_zone !== null) return atHour(isTimeZone(time_zone) ? time_zone : "UTC", now);
  const days = Math.max(1, Math.floor((now.getTime() - due.getTime()) / DAY_MS) + 1);
  return new Date(due.getTime() + days * DAY_MS);
}

/** The first time after `after` at which the clocks of the time zone show the hour of digests. */
function atHour(time_zone: string, after: Date): Date {
  const clock = clockOf(time_zone);
  const today = Math.floor((after.getTime() + offsetAt(clock, after.getTime())) / DAY_MS);
  for (let day = today; ; day += 1) {
    const shown = day * DAY_MS + DIGEST_HOUR * 3_600_000;
    const guess = shown - offsetAt(clock, shown - offsetAt(clock, shown)); // the second look sees a change of the clocks between
    if (guess > after.getTime()) return new Date(guess);
  }
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const parts = {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  } as const;
  return new Intl.DateTimeFormat("en-US", { ...parts, timeZone, hourCycle: "h23" });
}

/** How far the clocks are ahead of UTC at a time, in milliseconds. */
function offsetAt(clock: Intl.DateTimeFormat, time: number): number {
  const whole = Math.floor(time / 1_000) * 1_000;
  const shown = new Map(clock.formatToParts(whole).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? 0;
  return (
    Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")) -
    whole
  );
}
