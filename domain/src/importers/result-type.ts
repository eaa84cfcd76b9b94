import type { AnnotationType } from "../types/annotation-type.ts";
import { isJsonObject } from "./json-value.ts";

/** The labels of a result; none if it is of another type, which the service then names. */
export function labelsIn(type: AnnotationType | undefined, result: unknown): readonly string[] {
  try {
    return type?.labels(result) ?? [];
  } catch (thrown) {
    if (thrown instanceof TypeError) return [];
    throw thrown;
  }
}

/** The annotation type whose results look like `result`; undefined if that cannot be seen. `isText` tells texts from files. */
export function typeOfResult(result: unknown, isText: boolean): string | undefined {
  if (!isJsonObject(result)) return undefined;
  if (typeof result.label === "string") return isText ? "text_classification" : "image_classification";
  if (Array.isArray(result.labels)) return "multilabel_classification";
  if (Array.isArray(result.spans)) return "named_entity_recognition";
  if (Array.isArray(result.segments)) return "audio_segmentation";
  if (Array.isArray(result.ranking)) return "ranking";
  if (isJsonObject(result.ratings)) return "rating";
  if (typeof result.text === "string") return isText ? "text_generation" : "transcription";
  return typeOfObject(Array.isArray(result.objects) ? result.objects[0] : undefined);
}

function typeOfObject(object: unknown): string | undefined {
  if (!isJsonObject(object)) return undefined;
  if (isJsonObject(object.bbox)) return "object_detection";
  if (isJsonObject(object.rle)) return "semantic_segmentation";
  return Array.isArray(object.points) ? "polygon" : "keypoint";
}
