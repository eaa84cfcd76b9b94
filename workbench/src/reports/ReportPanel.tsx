import type { ReactNode } from "react";
import { type Fetched, FetchState } from "../design/FetchState.tsx";
import { Panel } from "../design/Panel.tsx";

interface ReportPanelProps<T> {
  readonly words: { readonly title: string };
  readonly query: Fetched<T>;
  /** How high it will be, in CSS pixels, so that nothing moves once it is there; as a chart unless said otherwise. */
  readonly room?: number;
  /** At the end of the title's line. */
  readonly aside?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** A report with its title, while it loads, once it is there, and where it failed, with a way to try again. */
export function ReportPanel<T>({ words, query, room = 260, aside, children }: ReportPanelProps<T>) {
  return (
    <Panel title={words.title} aside={aside}>
      {query.data === undefined && query.error === null ? (
        <div style={{ minBlockSize: room }}>
          <FetchState query={query} />
        </div>
      ) : (
        <FetchState query={query} />
      )}
      {query.data !== undefined && children(query.data)}
    </Panel>
  );
}
