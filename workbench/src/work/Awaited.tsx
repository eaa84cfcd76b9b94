import { strings as all } from "#strings/work.ts";
import { Failure } from "../design/FetchState.tsx";
import styles from "./WorkPage.module.css";

interface AwaitedProps {
  /** Why there are no items; null while they are on their way. */
  readonly notice: string | null;
  readonly onAgain: () => void;
}

/** In place of items that are on their way or failed to load. */
export function Awaited({ notice, onAgain }: AwaitedProps) {
  if (notice === null) {
    return (
      <p role="status" className={styles.waiting}>
        {all.page.loading}
      </p>
    );
  }
  return (
    <div className={styles.nothing}>
      <Failure message={notice} onAgain={onAgain} />
    </div>
  );
}
