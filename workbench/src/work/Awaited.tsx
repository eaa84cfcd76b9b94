import { strings as all } from "#strings/work.ts";
import { Button } from "../design/Button.tsx";
import { Notice } from "../design/Notice.tsx";
import { capitalize } from "../strings/format.ts";
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
      <Notice tone="bad">
        <span>{capitalize(notice)}</span>
        <div>
          <Button onPress={onAgain}>{all.page.tryAgain}</Button>
        </div>
      </Notice>
    </div>
  );
}
