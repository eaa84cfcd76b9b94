import type { Editor } from "../editor.ts";
import { segmentEntries, segmentsIn } from "./answer.ts";

/** The editor for labeled segments of a recording. */
export const audioSegments: Editor = {
  load: async () => (await import("./AudioSegments.tsx")).AudioSegments,
  toEntries: segmentEntries,
  toResult: (entries) => ({ segments: [...segmentsIn(entries).values()] }),
  missing: () => null,
  objects: (entries) =>
    [...segmentsIn(entries)].map(([key, { label }], place) => ({ key, name: `${place + 1}. ${label}` })),
};
