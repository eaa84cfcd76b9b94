import type { Editor } from "../editor.ts";
import { textClassification, textLabels } from "../text-classification/text-classification.ts";

const load = async () => (await import("./ImageClassification.tsx")).ImageClassification;

/** One label per image; its entries are those of text classification. */
export const imageClassification: Editor = { ...textClassification, load };

/** Any number of labels per image. */
export const imageLabels: Editor = { ...textLabels, load };
