import { Label, ProgressBar } from "react-aria-components";
import { strings as everywhere } from "#strings/everywhere.ts";
import { formatNumber } from "../strings/format.ts";
import styles from "./Progress.module.css";

interface ProgressProps {
  readonly label: string;
  /** A fraction of a step shows in the bar only. */
  readonly value: number;
  readonly of: number;
  /** Hides the text if the context already shows it. */
  readonly isBare?: boolean;
}

/** Progress as a bar and in numbers. */
export function Progress({ label, value, of, isBare = false }: ProgressProps) {
  const percent = of === 0 ? 0 : (100 * value) / of;
  const numbers = everywhere.numberOf(formatNumber(Math.floor(value)), formatNumber(of));
  return (
    <ProgressBar
      value={percent}
      valueLabel={numbers}
      className={styles.progress ?? ""}
      {...(isBare ? { "aria-label": label } : {})}
    >
      {!isBare && (
        <span className={styles.words}>
          <Label>{label}</Label>
          <span>{numbers}</span>
        </span>
      )}
      <div className={styles.bar}>
        <div
          className={percent >= 100 ? `${styles.done} ${styles.full}` : styles.done}
          style={{ inlineSize: `${percent}%` }}
        />
      </div>
    </ProgressBar>
  );
}
