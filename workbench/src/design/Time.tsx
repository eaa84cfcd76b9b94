const FORMAT = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** An ISO 8601 moment as people say it, such as `3 hours ago`; `now` is in ms since 1970. */
export function sayWhen(moment: string, now: number): string {
  const seconds = (Date.parse(moment) - now) / 1_000;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  return unit === "second" ? "just now" : FORMAT.format(Math.round(seconds / length), unit);
}

/** A moment as people say it; the exact one is its title. */
export function Time({ at }: { readonly at: string }) {
  const exact = new Date(at).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
  return (
    <time dateTime={at} title={exact}>
      {sayWhen(at, Date.now())}
    </time>
  );
}
