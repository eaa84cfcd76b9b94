import { strings as all } from "#strings/quality.ts";
import styles from "./VerdictBar.module.css";

const strings = all.verdict;

interface VerdictBarProps {
  /** The score that the level requires; 0 if it requires none. */
  readonly need: number;
  /** The guaranteed share of correct labels, 0 to 1; null before the first audit. */
  readonly bound: number | null;
  /** The estimated share of correct labels, 0 to 1. */
  readonly estimate: number | null;
  /** The state as the API describes it. */
  readonly sentence: string | undefined;
}

/** The verdict as a chart: required, guaranteed and estimated score, and the sentence. */
export function VerdictBar({ need, bound, estimate, sentence }: VerdictBarProps) {
  const hasScale = bound !== null || estimate !== null || need > 0;
  return (
    <div className={styles.verdict}>
      {hasScale && (
        <div className={styles.bar} aria-hidden="true">
          {bound !== null && (
            <div
              className={styles.sure}
              data-enough={bound * 100 >= need || undefined}
              style={{ inlineSize: `${bound * 100}%` }}
            />
          )}
          {need > 0 && (
            <div className={styles.need} style={{ insetInlineStart: `${need}%` }}>
              <span>{need}</span>
            </div>
          )}
          {estimate !== null && (
            <div className={styles.estimate} style={{ insetInlineStart: `${estimate * 100}%` }} />
          )}
        </div>
      )}
      {hasScale && (
        <p className={styles.legend}>
          {bound !== null && <span data-mark="sure">{strings.guaranteed((bound * 100).toFixed(1))}</span>}
          {estimate !== null && (
            <span data-mark="estimate">{strings.estimate((estimate * 100).toFixed(1))}</span>
          )}
          {need > 0 && <span data-mark="need">{strings.needed(need)}</span>}
        </p>
      )}
      {sentence !== undefined && <p className={styles.sentence}>{sentence}</p>}
    </div>
  );
}
