import { defineType } from "../define-type.ts";
import { SingleLabel, singleLabel } from "../single-label.ts";

/** One label for each image. */
export const imageClassification = defineType(SingleLabel, {
  ...singleLabel,
  name: "image_classification",
  aliases: ["classification"],
  media: ["image"],
});
