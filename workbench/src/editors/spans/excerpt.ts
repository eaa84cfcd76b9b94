import type { SpanEntry } from "./answer.ts";
import type { Offsets } from "./offsets.ts";

/** The most characters of a span that lists and messages show. */
const MOST = 60;
/** How many of a longer one's characters are its end. */
const END = 20;

/** The words of a span; of a long one its beginning and its end. */
export function excerpt(span: SpanEntry | undefined, text: string, { toUnit }: Offsets): string {
  if (span === undefined) return "";
  const [from, to] = [toUnit(span.start), toUnit(span.end)];
  const isLong = to - from > MOST;
  const words = isLong
    ? `${text.slice(from, from + MOST - END)}…${text.slice(to - END, to)}`
    : text.slice(from, to);
  return words.replaceAll(/\s+/g, " ");
}
