import { type ReactNode, use } from "react";
import { BesideContext } from "./beside.ts";
import styles from "./Workspace.module.css";

interface WorkspaceProps {
  /** The content of the item. */
  readonly children: ReactNode;
  /** The controls; on a narrow screen they are below the content. */
  readonly side: ReactNode;
  /** Gives both columns the same width. */
  readonly isWide?: boolean;
  /** Keeps the lines short enough to read, and both columns in the middle of the screen. */
  readonly isReading?: boolean;
}

/** The two columns of an editor, each with its own scroll bar. */
export function Workspace({ children, side, isWide, isReading }: WorkspaceProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.workspace} data-wide={isWide} data-reading={isReading}>
        <div className={styles.content}>{children}</div>
        <div className={styles.side}>
          {use(BesideContext)}
          {side}
        </div>
      </div>
    </div>
  );
}
