import { basename } from "node:path";
import { namedEntityRecognition } from "@assay/domain/types/named-entity-recognition/named-entity-recognition.ts";
import { objectDetection } from "@assay/domain/types/object-detection/object-detection.ts";
import type { Knowledge } from "./certify.ts";
import { boxDrawers, nameMarkers } from "./people.ts";
import { IMAGE_LABELS, PASSAGES, PHOTOGRAPHS, TEXT_LABELS } from "./truth.ts";

/** Fixes every answer of every simulated annotator. */
export const SEED = "assay";

const draw = boxDrawers(SEED, IMAGE_LABELS);
const mark = nameMarkers(SEED, TEXT_LABELS);

/** Photographs, found again by the name of their file. */
export const BOXES: Knowledge = {
  type: objectDetection,
  answer: (item, annotator) => draw(photographOf(item.file.filename), annotator),
  truth: (item) => ({ objects: photographOf(item.file.filename).objects }),
};

/** Passages, found again by their external id. */
export const NAMES: Knowledge = {
  type: namedEntityRecognition,
  answer: (item, annotator) => mark(passageOf(item.external_id), annotator),
  truth: (item) => ({ spans: passageOf(item.external_id).spans }),
};

/** Two answers each; where they differ a third, and what is still under this support is adjudicated. */
export const BOX_POLICY = { overlap: 2, min_support: 0.85 };
/** Three answers each; the majority decides. */
export const NAME_POLICY = { overlap: 3 };

/** What came out of the zip archive has the path that it had in there. */
function photographOf(filename: string) {
  const found = PHOTOGRAPHS.find((each) => each.filename === basename(filename));
  if (found === undefined) throw new Error(`nobody took a photograph ${filename}`);
  return found;
}

function passageOf(external_id: string | null) {
  const found = PASSAGES.find((each) => each.external_id === external_id);
  if (found === undefined) throw new Error(`nobody wrote a passage ${external_id}`);
  return found;
}
