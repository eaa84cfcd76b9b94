import { strings } from "#strings/editors/fields.ts";
import { formatClock } from "../../strings/format.ts";
import type { Editor } from "../editor.ts";
import { segmentEntries, segmentsIn } from "./answer.ts";

/** The editor for labeled segments of a recording. */
export const audioSegments: Editor = {
  load: async () => (await import("./AudioSegments.tsx")).AudioSegments,
  toEntries: segmentEntries,
  toResult: (entries) => ({ segments: [...segmentsIn(entries).values()] }),
  missing: () => null,
  objects: (entries) =>
    [...segmentsIn(entries)].map(([key, range]) => ({
      key,
      name: strings.named(`${formatClock(range.start)} – ${formatClock(range.end)}`, range.label),
      range,
    })),
};
