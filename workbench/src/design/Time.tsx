import { strings } from "#strings/design.ts";
import { LOCALE } from "#strings/locale.ts";
import { formatTime } from "../strings/format.ts";

const FORMAT = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" });
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** A relative time for an ISO 8601 time, such as `3 hours ago`; `now` is in ms since 1970. */
export function sayWhen(moment: string, now: number): string {
  const seconds = (Date.parse(moment) - now) / 1_000;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  return unit === "second" ? strings.justNow : FORMAT.format(Math.round(seconds / length), unit);
}

/** A relative time; its tooltip shows the exact one. */
export function Time({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={formatTime(at)}>
      {sayWhen(at, Date.now())}
    </time>
  );
}
