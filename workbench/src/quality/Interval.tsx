import { strings as everywhere } from "#strings/everywhere.ts";
import { strings } from "#strings/quality.ts";
import styles from "./Interval.module.css";

interface IntervalProps {
  /** From 0, or for an alpha from -1, to 1; null if undefined. The scale begins at 0. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly say: (value: number) => string;
}

/** A number with its interval, as a mark on a scale and as text. */
export function Interval({ value, low, high, say }: IntervalProps) {
  if (value === null) return <span className={styles.quiet}>{everywhere.unknown}</span>;
  const place = (at: number) => `${100 * Math.max(0, at)}%`;
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
