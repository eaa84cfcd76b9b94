import type { ReactNode } from "react";
import { Button } from "../design/Button.tsx";
import { Notice } from "../design/Notice.tsx";
import { Panel } from "../design/Panel.tsx";
import styles from "./Trends.module.css";

interface ReportPanelProps<T> {
  readonly words: { readonly title: string; readonly again: string; readonly loading: string };
  readonly query: {
    readonly data: T | undefined;
    readonly error: Error | null;
    readonly refetch: () => Promise<unknown>;
  };
  /** At the end of the title's line. */
  readonly aside?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** A report with its title, while it loads, once it is there, and where it failed, with a way to try again. */
export function ReportPanel<T>({
  words,
  query: { data, error, refetch },
  aside,
  children,
}: ReportPanelProps<T>) {
  return (
    <Panel title={words.title} aside={aside}>
      {error !== null && (
        <Notice tone="bad">
          {error.message} <Button onPress={() => void refetch()}>{words.again}</Button>
        </Notice>
      )}
      {data === undefined && error === null && (
        <div className={styles.room} role="status" aria-label={words.loading} />
      )}
      {data !== undefined && children(data)}
    </Panel>
  );
}
