import Type from "typebox";
import { defineType } from "../define-type.ts";

/** The maximum length of a text item, in characters. */
const MAX_TEXT = 1_000_000;

const TextGenerationResult = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: MAX_TEXT }) },
  {
    additionalProperties: false,
    description: "The requested text.",
    examples: [{ text: "Two dogs run." }],
  },
);

/**
 * A text that the annotator writes: a caption, a summary, an answer.
 *
 * Many texts are right, so answers are not merged: an item takes one answer, and several different ones are a
 * tie. Acceptable: the auditor, who sees the text, changed nothing but white space at its ends.
 */
export const textGeneration = defineType(TextGenerationResult, {
  name: "text_generation",
  aliases: ["captioning", "image_captioning"],
  media: ["image", "text", "audio", "conversation"],
  default_format: "sft_messages",
  takes_one_answer: true,
  faults: ({ text }) => (text.trim() === "" ? [{ path: "text", message: "must not be blank" }] : []),
  labels: () => [],
  mapLabels: (result) => result,
  distance: (a, b) => (isSame(a.text, b.text) ? 0 : 1),
  consensus(results) {
    const [first] = results;
    if (first === undefined || results.some(({ text }) => !isSame(text, first.text))) return null;
    return { result: first, support: 1 };
  },
  acceptable: (delivered, audited) => isSame(delivered.text, audited.text),
});

function isSame(one: string, other: string): boolean {
  return one.trim() === other.trim();
}
