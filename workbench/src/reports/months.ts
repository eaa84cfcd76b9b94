/** A calendar month (UTC): its name, such as 2026-11, its first day and the first day of the next one. */
export interface Month {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** The month of a time and those before it, `count` in all, the newest first. */
export function monthsUntil(now: Date, count: number): Month[] {
  const startOf = (back: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, back) => {
    const from = startOf(back);
    return { id: from.slice(0, 7), from, to: startOf(back - 1) };
  });
}
