import type { DetectedObject } from "@assay/domain/types/object-detection/schema.ts";
import type { BoxShape } from "../../canvas/shape.ts";

/** A labeled box as the canvas draws it. */
export function boxShape({ bbox }: DetectedObject): BoxShape {
  return { kind: "box", box: bbox };
}
