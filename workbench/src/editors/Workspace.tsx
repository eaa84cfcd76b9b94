import type { ReactNode } from "react";
import styles from "./Workspace.module.css";

interface WorkspaceProps {
  /** What is looked at. */
  readonly children: ReactNode;
  /** What is done about it; below on a narrow screen. */
  readonly side: ReactNode;
  /** Both parts are as wide as each other. */
  readonly isWide?: boolean;
}

/** The two parts of an editor beside each other, each with a scroll bar of its own. */
export function Workspace({ children, side, isWide }: WorkspaceProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.workspace} data-wide={isWide}>
        <div className={styles.content}>{children}</div>
        <div className={styles.side}>{side}</div>
      </div>
    </div>
  );
}
