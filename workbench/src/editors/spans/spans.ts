import { strings } from "#strings/editors/fields.ts";
import type { Editor } from "../editor.ts";
import { spanEntries, spanResult, spansIn } from "./answer.ts";
import { excerpt } from "./excerpt.ts";
import { offsetsOf } from "./offsets.ts";

/** The editor for spans of a text and relations between them. */
export const spans: Editor = {
  load: async () => (await import("./Spans.tsx")).Spans,
  toEntries: spanEntries,
  toResult: spanResult,
  missing: () => null,
  objects(entries, { text }) {
    const offsets = offsetsOf(text ?? "");
    return [...spansIn(entries)].map(([key, span]) => {
      const words = excerpt(span, text ?? "", offsets);
      return { key, name: strings.named(words, span.label), range: span, words };
    });
  },
};
