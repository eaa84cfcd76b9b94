import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

interface EmptyStateProps {
  readonly title: string;
  /** What to do next, in one or two sentences. */
  readonly children: ReactNode;
  /** The button for it. */
  readonly action?: ReactNode;
}

/** Shown in place of an empty list: what it will contain and what to do next. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}
