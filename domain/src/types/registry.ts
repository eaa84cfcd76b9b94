import type { AnnotationType } from "./annotation-type.ts";
import { audioSegmentation } from "./audio-segmentation/audio-segmentation.ts";
import { imageClassification } from "./image-classification/image-classification.ts";
import { keypoint } from "./keypoint/keypoint.ts";
import { multilabelClassification } from "./multilabel-classification/multilabel-classification.ts";
import { namedEntityRecognition } from "./named-entity-recognition/named-entity-recognition.ts";
import { objectDetection } from "./object-detection/object-detection.ts";
import { polygon } from "./polygon/polygon.ts";
import { ranking } from "./ranking/ranking.ts";
import { rating } from "./rating/rating.ts";
import { semanticSegmentation } from "./semantic-segmentation/semantic-segmentation.ts";
import { textClassification } from "./text-classification/text-classification.ts";
import { textGeneration } from "./text-generation/text-generation.ts";
import { transcription } from "./transcription/transcription.ts";

/** Every annotation type that a project can have. A new type is a folder and a line here. */
export const ANNOTATION_TYPES: readonly AnnotationType[] = [
  imageClassification,
  multilabelClassification,
  objectDetection,
  polygon,
  semanticSegmentation,
  keypoint,
  textClassification,
  namedEntityRecognition,
  transcription,
  audioSegmentation,
  textGeneration,
  ranking,
  rating,
];

const BY_NAME = new Map(
  ANNOTATION_TYPES.flatMap((type) => [type.name, ...type.aliases].map((name) => [name, type] as const)),
);

/** The type with that canonical name or alias, in any case of letters. */
export function findAnnotationType(name: string): AnnotationType | undefined {
  return BY_NAME.get(name.toLowerCase());
}
