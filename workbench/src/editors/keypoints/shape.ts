import type { KeypointObject } from "@assay/domain/types/keypoint/schema.ts";
import type { NamedPoint, PointsShape } from "../../canvas/shape.ts";

/** The points that an object has, and the lines of its skeleton, as the canvas draws them. */
export function keypointShape({ points }: KeypointObject, lines: PointsShape["lines"]): PointsShape {
  return {
    kind: "points",
    lines,
    points: Object.entries(points).flatMap(([name, [x, y, visibility]]): NamedPoint[] =>
      visibility === 0 ? [] : [{ name, at: [x, y], isHidden: visibility === 1 }],
    ),
  };
}
