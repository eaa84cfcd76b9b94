import { strings } from "#strings/editors/transcription.ts";
import type { Editor } from "../editor.ts";
import { isRecord } from "../record.ts";

const load = async () => (await import("./Transcription.tsx")).Transcription;

/** A transcript of a recording or an image. If there is nothing to transcribe, the annotator must say so. */
export const transcription: Editor = {
  load,
  toEntries: (result) => (isRecord(result) && typeof result.text === "string" ? [["text", result.text]] : []),
  toResult: (entries) => ({ text: entries.get("text") ?? "" }),
  missing: (entries) => (entries.has("text") ? null : strings.missingTranscript),
};

const loadForImages = async () => (await import("./ImageText.tsx")).ImageText;

/** A text that the annotator writes. */
export const textGeneration: Editor = {
  ...transcription,
  missing: (entries) => {
    const text = entries.get("text");
    return typeof text === "string" && text.trim() !== "" ? null : strings.missing;
  },
};

/** The same two beside an image. */
export const imageTranscription: Editor = { ...transcription, load: loadForImages };
export const imageCaption: Editor = { ...textGeneration, load: loadForImages };
