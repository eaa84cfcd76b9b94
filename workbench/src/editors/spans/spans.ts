import type { Editor } from "../editor.ts";
import { spanEntries, spanResult, spansIn } from "./answer.ts";

/** The editor for spans of a text and relations between them. */
export const spans: Editor = {
  load: async () => (await import("./Spans.tsx")).Spans,
  toEntries: spanEntries,
  toResult: spanResult,
  missing: () => null,
  objects: (entries) =>
    [...spansIn(entries)].map(([key, { label }], place) => ({ key, name: `${place + 1}. ${label}` })),
};
