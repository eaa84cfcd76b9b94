import { Time } from "../design/Time.tsx";
import styles from "./StageLine.module.css";
import type { Stage } from "./stages.ts";

interface StageLineProps {
  /** The accessible name of the line. */
  readonly label: string;
  readonly stages: readonly Stage[];
}

/** The stages of a batch with the times when they were reached. */
export function StageLine({ label, stages }: StageLineProps) {
  return (
    <ol className={styles.line} aria-label={label}>
      {stages.map(({ name, at, isReached, isNow, isBad }, index) => (
        <li
          key={name}
          className={styles.stage}
          aria-current={isNow ? "step" : undefined}
          data-reached={isReached || undefined}
          data-passed={stages[index + 1]?.isReached || undefined}
          data-bad={isBad || undefined}
        >
          <strong>{name}</strong>
          <span className={styles.time}>{at === null ? !isReached && "–" : <Time at={at} />}</span>
        </li>
      ))}
    </ol>
  );
}
