import { attributeFaults } from "../../attributes.ts";
import type { Fault } from "../../errors.ts";
import type { ItemFacts } from "../annotation-type.ts";
import { defineType, labelFaults } from "../define-type.ts";
import { LEAST_SIDE, objectType, ROUNDING } from "../object-type.ts";
import { boxKind } from "./box-kind.ts";
import { clipped } from "./clip.ts";
import { type DetectedObject, ObjectDetectionResult } from "./schema.ts";

/** Labeled boxes, compared by IoU as in `objectType`. Attributes affect neither distance nor acceptance. */
export const objectDetection = defineType(ObjectDetectionResult, {
  ...objectType(boxKind, { objects: "boxes", likeness: "an IoU" }),
  name: "object_detection",
  aliases: ["bounding_box", "bounding_boxes", "bbox"],
  default_format: "coco",
  clipped,
  *faults({ objects }, item, allowed) {
    for (const [index, { label, bbox, attributes }] of objects.entries()) {
      yield* labelFaults(`objects.${index}.label`, label, allowed);
      yield* placeFaults(`objects.${index}.bbox`, bbox, item);
      for (const { path, message } of attributeFaults(label, allowed, attributes))
        yield { path: `objects.${index}.attributes.${path}`, message };
    }
  },
});

/** The faults of a box that, before rotation, has no area or is not inside the image. */
function* placeFaults(path: string, box: DetectedObject["bbox"], item: ItemFacts): Generator<Fault> {
  for (const side of ["width", "height"] as const) {
    if (box[side] >= LEAST_SIDE) continue;
    yield { path: `${path}.${side}`, message: `must be at least ${LEAST_SIDE} pixels, not ${box[side]}` };
  }
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
