import type { Editor } from "../editor.ts";
import { textClassification, textLabels } from "../text-classification/text-classification.ts";

const load = async () => (await import("./ImageClassification.tsx")).ImageClassification;

/** One label for an image. Its answer is kept as a text's is. */
export const imageClassification: Editor = { ...textClassification, load };

/** Any number of labels for an image. */
export const imageLabels: Editor = { ...textLabels, load };
