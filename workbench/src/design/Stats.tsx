import type { ReactNode } from "react";
import styles from "./Stats.module.css";

/** One number. */
export interface Stat {
  readonly name: string;
  readonly value: ReactNode;
  /** Beside the number, smaller. */
  readonly detail?: ReactNode;
  /** A sentence below the name. */
  readonly note?: ReactNode;
}

/** A row of a few key numbers. */
export function Stats({ stats }: { readonly stats: readonly Stat[] }) {
  return (
    <dl className={styles.stats}>
      {stats.map(({ name, value, detail, note }) => (
        <div key={name} className={styles.stat}>
          <dt>{name}</dt>
          <dd>
            {value} {detail !== undefined && <span className={styles.detail}>{detail}</span>}
          </dd>
          {note !== undefined && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
