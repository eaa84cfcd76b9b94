import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

interface EmptyStateProps {
  readonly title: string;
  /** What to do next, in a sentence or two. */
  readonly children: ReactNode;
  /** The button that does it. */
  readonly action?: ReactNode;
}

/** In place of a list that has nothing: why, and what to do next. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}
