import { type ReactNode, use } from "react";
import { BesideContext } from "./beside.ts";
import { QuestionsContext } from "./questions.ts";
import styles from "./Workspace.module.css";

interface WorkspaceProps {
  /** The content of the item. */
  readonly children: ReactNode;
  /** The controls; on a narrow screen they are below the content. */
  readonly side: ReactNode;
  /** Gives both columns the same width. */
  readonly isWide?: boolean;
  /**
   * The text to read, empty for a conversation: keeps its lines short enough, with letters that are larger in a short text, and both columns
   * in the middle of the screen.
   */
  readonly reading?: string;
}

/** The two columns of an editor, each with its own scroll bar. */
export function Workspace({ children, side, isWide, reading }: WorkspaceProps) {
  return (
    <div className={styles.frame}>
      <div
        className={styles.workspace}
        data-wide={isWide}
        data-reading={reading === undefined ? undefined : lengthOf(reading)}
      >
        <div className={styles.content}>{children}</div>
        <div className={styles.side}>
          {use(BesideContext)}
          {side}
          {use(QuestionsContext)}
        </div>
      </div>
    </div>
  );
}

/** In characters. */
const [SHORT, LONG] = [240, 1_200];

function lengthOf({ length }: string): string {
  if (length === 0 || length > LONG) return "long";
  return length <= SHORT ? "short" : "medium";
}
