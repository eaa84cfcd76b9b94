import { strings as everywhere } from "#strings/everywhere.ts";
import { strings } from "#strings/quality.ts";
import styles from "./Interval.module.css";

interface IntervalProps {
  /** All three are between `from` and 1; null if undefined. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** The start of the scale: 0 for shares, -1 for alphas. */
  readonly from?: number;
  readonly say: (value: number) => string;
}

/** A number with its interval, as a mark on a scale and as text. */
export function Interval({ value, low, high, from = 0, say }: IntervalProps) {
  if (value === null) return <span className={styles.quiet}>{everywhere.unknown}</span>;
  const place = (at: number) => `${(100 * (Math.max(from, at) - from)) / (1 - from)}%`;
  const [start, end] = [low ?? value, high ?? value];
  return (
    <span className={styles.interval}>
      <span className={styles.track} aria-hidden="true">
        <span
          className={styles.range}
          style={{ insetInlineStart: place(start), insetInlineEnd: `calc(100% - ${place(end)})` }}
        />
        <span className={styles.dot} style={{ insetInlineStart: place(value) }} />
      </span>
      <span>
        {say(value)}{" "}
        {low !== null && high !== null && (
          <span className={styles.quiet}>{strings.interval(say(low), say(high))}</span>
        )}
      </span>
    </span>
  );
}
