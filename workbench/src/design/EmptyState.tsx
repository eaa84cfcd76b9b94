import { type ReactNode, useEffect, useRef } from "react";
import styles from "./EmptyState.module.css";
import { isOnNothing } from "./focus-places.ts";

interface EmptyStateProps {
  readonly title: string;
  /** What to do next, in one or two sentences. */
  readonly children: ReactNode;
  /** The button for it. */
  readonly action?: ReactNode;
  /** Moves the focus to the title if what had it is gone, so that Tab goes to the action. */
  readonly takesFocus?: boolean;
}

/** Shown in place of an empty list: what it will contain and what to do next. */
export function EmptyState({ title, children, action, takesFocus = false }: EmptyStateProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus && isOnNothing()) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className={styles.empty}>
      <h2 ref={heading} {...(takesFocus && { tabIndex: -1 })}>
        {title}
      </h2>
      <p>{children}</p>
      {action}
    </div>
  );
}
