import type { Fault } from "../../errors.ts";
import type { ItemFacts } from "../annotation-type.ts";
import { defineType, labelFaults } from "../define-type.ts";
import { ACCEPTABLE_F1, f1 } from "../vote.ts";
import { objectConsensus } from "./consensus.ts";
import { matchObjects, SAME_PLACE } from "./match.ts";
import { type DetectedObject, ObjectDetectionResult } from "./schema.ts";

/** How far, in pixels, a box may stand out of the image through rounding. */
const ROUNDING = 1e-6;

const TOLERANCE = { min_f1: ACCEPTABLE_F1, min_iou: SAME_PLACE };

/**
 * Labelled boxes.
 *
 * Distance: the mean over the objects of both answers of 1 − IoU to the object that they match, 1 for an
 * object that matches none; 0 where both answers are empty. Acceptable: F1 of the matched objects (IoU
 * of at least `min_iou`, .5, equal label) is at least `min_f1`, .9, or 1 where strict. Attributes count in neither.
 */
export const objectDetection = defineType(ObjectDetectionResult, {
  name: "object_detection",
  aliases: ["bounding_box", "bounding_boxes", "bbox"],
  media: ["image"],
  default_format: "coco",
  tolerance: TOLERANCE,
  is_object_type: true,
  *faults({ objects }, item, allowed) {
    for (const [index, { label, bbox }] of objects.entries()) {
      yield* labelFaults(`objects.${index}.label`, label, allowed);
      yield* placeFaults(`objects.${index}.bbox`, bbox, item);
    }
  },
  labels: ({ objects }) => objects.map(({ label }) => label),
  mapLabels: ({ objects }, rename) => ({
    objects: objects.map((object) => ({ ...object, label: rename(object.label) })),
  }),
  distance: (a, b) => {
    const overlaps = matchObjects(a.objects, b.objects).map(({ weight }) => weight);
    const shared = overlaps.sort((one, other) => one - other).reduce((sum, overlap) => sum + overlap, 0);
    return 1 - f1(shared, a.objects.length, b.objects.length);
  },
  consensus: objectConsensus,
  acceptable: (delivered, audited, tolerance) => {
    const { strict, min_f1, min_iou } = { ...TOLERANCE, ...tolerance };
    const shared = matchObjects(delivered.objects, audited.objects, min_iou).length;
    return f1(shared, delivered.objects.length, audited.objects.length) >= (strict ? 1 : min_f1);
  },
});

/** The faults of a box, before it is turned, that does not lie within the image. */
function* placeFaults(path: string, box: DetectedObject["bbox"], item: ItemFacts): Generator<Fault> {
  if (box.x < -ROUNDING) yield { path: `${path}.x`, message: "must not be left of the image (x is below 0)" };
  if (box.y < -ROUNDING) yield { path: `${path}.y`, message: "must not be above the image (y is below 0)" };
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  if (item.width !== null && right > item.width + ROUNDING) {
    yield {
      path: `${path}.width`,
      message: `must end within the image: x + width is ${right}, the image is ${item.width} pixels wide`,
    };
  }
  if (item.height !== null && bottom > item.height + ROUNDING) {
    yield {
      path: `${path}.height`,
      message: `must end within the image: y + height is ${bottom}, the image is ${item.height} pixels high`,
    };
  }
}
