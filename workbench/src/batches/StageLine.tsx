import { Time } from "../design/Time.tsx";
import type { Batch } from "./batch.ts";
import styles from "./StageLine.module.css";
import { stagesOf } from "./stages.ts";

/** Where a batch is on its way, and since when. */
export function StageLine({ batch }: { readonly batch: Batch }) {
  const stages = stagesOf(batch);
  return (
    <ol className={styles.line} aria-label="Stages">
      {stages.map(({ name, at, isNow, isBad }, index) => (
        <li
          key={name}
          className={styles.stage}
          aria-current={isNow ? "step" : undefined}
          data-reached={at !== null || undefined}
          data-passed={(stages[index + 1]?.at ?? null) !== null || undefined}
          data-bad={isBad || undefined}
        >
          <strong>{name}</strong>
          <span className={styles.time}>{at === null ? "–" : <Time at={at} />}</span>
        </li>
      ))}
    </ol>
  );
}
