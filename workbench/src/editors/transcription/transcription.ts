import type { Editor } from "../editor.ts";
import { isRecord } from "../record.ts";

const load = async () => (await import("./Transcription.tsx")).Transcription;

/** What is said in a recording or written in an image; that there is nothing must be said. */
export const transcription: Editor = {
  load,
  toEntries: (result) => (isRecord(result) && typeof result.text === "string" ? [["text", result.text]] : []),
  toResult: (entries) => ({ text: entries.get("text") ?? "" }),
  missing: (entries) =>
    entries.has("text") ? null : "the text is missing; where there is none, say that there is nothing",
};

/** A text of the annotator's own. */
export const textGeneration: Editor = {
  ...transcription,
  missing: (entries) => {
    const text = entries.get("text");
    return typeof text === "string" && text.trim() !== "" ? null : "the text is missing";
  },
};
