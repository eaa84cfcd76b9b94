/** The work of one day (UTC). */
export interface Day {
  readonly day: string;
  /** Without audits. */
  readonly answers: number;
  readonly audits: number;
}

const DAY_MS = 86_400_000;

/** The day (UTC) that was `days` before `now`, as `2026-11-22`. */
export function dayBefore(now: number, days: number): string {
  return new Date(now - days * DAY_MS).toISOString().slice(0, 10);
}

/** The last `days` days until `now`, oldest first, including days without work. */
export function daysUntil(
  now: number,
  count: number,
  rows: readonly { readonly day?: string; readonly answers: number; readonly audits: number }[],
): readonly Day[] {
  const known = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: count }, (_, place) => {
    const day = dayBefore(now, count - 1 - place);
    const { answers = 0, audits = 0 } = known.get(day) ?? {};
    return { day, answers: answers - audits, audits };
  });
}

/** The end of a scale from 0: the smallest 1, 2 or 5 times a power of ten that is at least `most`. */
export function topOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return [1, 2, 5, 10].map((times) => times * power).find((top) => top >= most) ?? most;
}
