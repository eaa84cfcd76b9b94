import type { ReactNode } from "react";
import { type Fetched, FetchState } from "../design/FetchState.tsx";
import { Panel } from "../design/Panel.tsx";
import styles from "./Trends.module.css";

interface ReportPanelProps<T> {
  readonly words: { readonly title: string };
  readonly query: Fetched<T>;
  /** At the end of the title's line. */
  readonly aside?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** A report with its title, while it loads, once it is there, and where it failed, with a way to try again. */
export function ReportPanel<T>({ words, query, aside, children }: ReportPanelProps<T>) {
  return (
    <Panel title={words.title} aside={aside}>
      {query.data === undefined && query.error === null ? (
        <div className={styles.room}>
          <FetchState query={query} />
        </div>
      ) : (
        <FetchState query={query} />
      )}
      {query.data !== undefined && children(query.data)}
    </Panel>
  );
}
