import type { LabeledSpan } from "./results.ts";

/** The spans that do not overlap one that begins before, and of those that begin together the longest, in order. */
export function withoutOverlaps(spans: readonly LabeledSpan[]): LabeledSpan[] {
  const kept: LabeledSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  }
  return kept;
}
