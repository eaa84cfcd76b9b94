import type { ReactNode } from "react";
import styles from "./Panel.module.css";

interface PanelProps {
  readonly title?: string;
  /** At the end of the title's line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a screen with a title. */
export function Panel({ title, aside, children }: PanelProps) {
  return (
    <section className={styles.panel} aria-label={title}>
      {(title !== undefined || aside !== undefined) && (
        <div className={styles.head}>
          {title !== undefined && <h2>{title}</h2>}
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
