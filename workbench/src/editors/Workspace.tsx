import type { ReactNode } from "react";
import styles from "./Workspace.module.css";

interface WorkspaceProps {
  /** The content of the item. */
  readonly children: ReactNode;
  /** The controls; on a narrow screen they are below the content. */
  readonly side: ReactNode;
  /** Gives both columns the same width. */
  readonly isWide?: boolean;
  /** Puts the content into the middle of its column. */
  readonly isCentered?: boolean;
}

/** The two columns of an editor, each with its own scroll bar. */
export function Workspace({ children, side, isWide, isCentered }: WorkspaceProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.workspace} data-wide={isWide}>
        <div className={styles.content} data-centered={isCentered}>
          {children}
        </div>
        <div className={styles.side}>{side}</div>
      </div>
    </div>
  );
}
