interface Span {
  readonly from: number;
  to: number;
}

/** When something was down, in milliseconds of `Date.now()`. */
export interface Downtime {
  readonly spans: readonly Span[];
  readonly begin: () => void;
  readonly end: () => void;
  /** Whether it was down at some moment from `from` until `to`. */
  readonly overlaps: (from: number, to: number) => boolean;
  readonly isDown: () => boolean;
}

/** Something that is up, or `down` until its first `end`. What follows an end within `graceMs` still counts as down. */
export function createDowntime(down: boolean, graceMs = 0): Downtime {
  const spans: Span[] = down ? [{ from: 0, to: Number.POSITIVE_INFINITY }] : [];
  return {
    spans,
    begin: () => void spans.push({ from: Date.now(), to: Number.POSITIVE_INFINITY }),
    end() {
      for (const span of spans) if (span.to === Number.POSITIVE_INFINITY) span.to = Date.now() + graceMs;
    },
    overlaps: (from, to) => spans.some((span) => span.from <= to && span.to >= from),
    isDown: () => spans.some((span) => span.to >= Date.now()),
  };
}
