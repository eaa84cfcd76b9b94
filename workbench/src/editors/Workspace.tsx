import type { ReactNode } from "react";
import styles from "./Workspace.module.css";

interface WorkspaceProps {
  /** What is looked at. */
  readonly children: ReactNode;
  /** What is done about it; below on a narrow screen. */
  readonly side: ReactNode;
}

/** The two parts of an editor beside each other, each with a scroll bar of its own. */
export function Workspace({ children, side }: WorkspaceProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.workspace}>
        <div className={styles.content}>{children}</div>
        <div className={styles.side}>{side}</div>
      </div>
    </div>
  );
}
