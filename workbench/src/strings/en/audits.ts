import { count, formatNumber } from "../format.ts";

const LABELS = { one: "label", other: "labels" };

/** What an auditor checks, by the annotation type, where it can be counted. */
const OBJECTS: Readonly<Record<string, { readonly one: string; readonly other: string }>> = {
  object_detection: { one: "Is this box right?", other: "boxes" },
  polygon: { one: "Is this polygon right?", other: "polygons" },
  semantic_segmentation: { one: "Is this region right?", other: "regions" },
  keypoint: { one: "Is this object right?", other: "objects" },
  named_entity_recognition: { one: "Is this span right?", other: "spans" },
  audio_segmentation: { one: "Is this segment right?", other: "segments" },
};

/** The same where it is one thing. */
const WHOLES: Readonly<Record<string, string>> = {
  transcription: "Is this transcript right?",
  text_generation: "Is this text right?",
  ranking: "Is this ranking right?",
  rating: "Are these ratings right?",
};

function askOfObjects(type: string, objects: number): string {
  const words = OBJECTS[type];
  if (words === undefined) return WHOLES[type] ?? "Is this label right?";
  if (objects === 0) return "Nothing is labeled. Is that right?";
  return objects === 1 ? words.one : `Are these ${formatNumber(objects)} ${words.other} right?`;
}

/** Audits of delivered labels. */
export const strings = {
  title: "Audit",
  /** Before the delivered labels and after them. */
  question: ["Is “", "” right?"] as const,
  /** By the annotation type, of so many marked objects. */
  objects: (type: string, objects: number) => askOfObjects(type, objects),
  accept: "Right",
  accepted_with_change: "Right, with a small change",
  wrong: "Wrong",
  changing: (delivered: string) => `Correct it. Delivered: “${delivered}”.`,
  choice: "Verdict on the label",
  back: "Back to the delivered label",
  backShort: "Back",
  blind: "Blind audit: answer without seeing earlier answers.",
  reason: "What is wrong with the label",
  reasonChange: "Reason",
  unexplained: "Correct the label, or say what is wrong with it.",
  reasonHelp: "Annotators see this if the item is sent back to them.",
  end: {
    judging: () => "Computing the verdict…",
    wait: (audits: number) => `You checked ${count(audits, LABELS)}. This takes a few seconds.`,
    open: (audits: number) => `All done: you checked ${count(audits, LABELS)}`,
    certified: () => "The batch is certified.",
    failed: () => "The batch is not certified.",
    notNeeded: "No more audits are needed: the verdict has been reached.",
  },
};
