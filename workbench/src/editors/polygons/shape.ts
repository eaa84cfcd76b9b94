import type { PolygonObject } from "@assay/domain/types/polygon/schema.ts";
import type { OutlineShape } from "../../canvas/shape.ts";

/** A labeled polygon with its holes as the canvas draws it. */
export function polygonShape({ points, holes = [] }: PolygonObject): OutlineShape {
  return { kind: "outline", rings: [points, ...holes] };
}
