import { strings as all } from "#strings/reports.ts";
import { Notice } from "../design/Notice.tsx";

/** In place of a chart whose code did not load; uPlot refuses the locale of some systems, such as `en-US@posix`. */
export default function NoChart() {
  return <Notice tone="warn">{all.trends.noChart}</Notice>;
}
