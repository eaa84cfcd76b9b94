import { defineType } from "../define-type.ts";
import { SingleLabel, singleLabel } from "../single-label.ts";

/** One label for each text or conversation. */
export const textClassification = defineType(SingleLabel, {
  ...singleLabel,
  name: "text_classification",
  aliases: ["sentiment", "sentiment_analysis"],
  media: ["text", "conversation"],
});
