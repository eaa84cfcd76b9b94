import Type, { type Static } from "typebox";

/** The maximum number of code points in a transcript. */
export const MAX_TEXT = 1_000_000;

/** The words spoken in a recording or written in an image. */
export const TranscriptionResult = Type.Object(
  {
    text: Type.String({
      maxLength: MAX_TEXT,
      description: "All that is said or written, in order; empty if there is nothing.",
    }),
  },
  {
    additionalProperties: false,
    description: "The words of the item.",
    examples: [{ text: "Good morning, how can I help you?" }],
  },
);
export type TranscriptionResult = Static<typeof TranscriptionResult>;
