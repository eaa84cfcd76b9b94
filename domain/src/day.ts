/** Whether a text is a day of the calendar, such as 2026-11-21; 2026-02-30 is none. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text); // without a time it is read as UTC
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
