import type { ReactNode } from "react";
import styles from "./Stats.module.css";

/** One number. */
export interface Stat {
  readonly name: string;
  readonly value: ReactNode;
  /** Beside the number, smaller. */
  readonly detail?: ReactNode;
}

/** A row of a few key numbers. */
export function Stats({ stats }: { readonly stats: readonly Stat[] }) {
  return (
    <dl className={styles.stats}>
      {stats.map(({ name, value, detail }) => (
        <div key={name} className={styles.stat}>
          <dt>{name}</dt>
          <dd>
            {value} {detail !== undefined && <span className={styles.detail}>{detail}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
