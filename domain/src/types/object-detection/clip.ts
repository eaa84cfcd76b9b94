import { isTurned } from "../../rotated-box.ts";
import type { ItemFacts } from "../annotation-type.ts";
import { LEAST_SIDE } from "../object-type.ts";
import type { DetectedObject, ObjectDetectionResult } from "./schema.ts";

/** How far a box may lie outside its image to be cut at the edges. */
export const CLIP_PIXELS = 10;

/**
 * The result with each box that lies up to `CLIP_PIXELS` outside the image cut at its edges; the same object where there is
 * none. Boxes that lie farther or wholly outside stay as they are, as do turned ones: cut, they would turn about another
 * center.
 */
export function clipped(result: ObjectDetectionResult, image: ItemFacts): ObjectDetectionResult {
  const objects = result.objects.map((object) => {
    const bbox = clippedBox(object.bbox, image);
    return bbox === object.bbox ? object : { ...object, bbox };
  });
  return objects.every((object, index) => object === result.objects[index]) ? result : { ...result, objects };
}

function clippedBox(box: DetectedObject["bbox"], image: ItemFacts): DetectedObject["bbox"] {
  const across = clippedSide(box.x, box.width, image.width);
  const down = clippedSide(box.y, box.height, image.height);
  if (across === undefined || down === undefined || isTurned(box)) return box;
  const isSame = across.length === box.width && down.length === box.height;
  return isSame ? box : { ...box, x: across.start, y: down.start, width: across.length, height: down.length };
}

/** The part of a side within 0 to `limit`; undefined where too much or nearly all of it lies outside. */
function clippedSide(start: number, length: number, limit: number | null) {
  if (limit === null) return undefined;
  const end = start + length;
  if (start < -CLIP_PIXELS || end > limit + CLIP_PIXELS) return undefined;
  if (start >= 0 && end <= limit) return { start, length };
  const from = Math.max(0, start);
  const cut = { start: from, length: Math.min(limit, end) - from };
  return cut.length < LEAST_SIDE ? undefined : cut;
}
