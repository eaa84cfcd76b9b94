const DAY_MS = 24 * 3_600_000;

/** How much waits for a person, by a key that names what. */
export type Told = Readonly<Record<string, number>>;

/** Whether more of something waits than the person was told last. */
export function hasNews(told: Told, waiting: Told): boolean {
  return Object.entries(waiting).some(([key, count]) => count > (told[key] ?? 0));
}

/** The first time after `now` that is whole days after `due`: the hour of the day stays. */
export function nextDue(due: Date, now: Date): Date {
  const days = Math.max(1, Math.floor((now.getTime() - due.getTime()) / DAY_MS) + 1);
  return new Date(due.getTime() + days * DAY_MS);
}
