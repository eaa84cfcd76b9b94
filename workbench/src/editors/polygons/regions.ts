import { simplified } from "@assay/domain/geometry/simplify.ts";
import type { Ring } from "@assay/domain/outline.ts";
import type { Runs } from "@assay/domain/run-length.ts";
import { tracedParts } from "@assay/domain/trace.ts";
import type { PolygonObject } from "@assay/domain/types/polygon/schema.ts";
import { strings } from "#strings/canvas.ts";
import { strings as polygonStrings } from "#strings/editors/polygons.ts";
import { polygonFault } from "../../canvas/outline-fault.ts";
import { boundsOf, roundShape } from "../../canvas/shape.ts";
import { newKey } from "../objects/entry.ts";
import type { ObjectSession } from "../objects/session.ts";

/** Parts and holes with a shorter side, in CSS pixels, are specks. */
const SPECK = 4;

/** The most polygons that one region becomes. */
const MOST_PARTS = 200;

/** Makes polygons of a region of pixels: one for each part, without specks, each line within a CSS pixel of the region's edge. */
export function addRegions(session: ObjectSession<PolygonObject>, runs: Runs): void {
  const pixel = 1 / session.view().scale;
  const isLarge = (ring: Ring) => {
    const { width, height } = boundsOf({ kind: "outline", rings: [ring] });
    return Math.min(width, height) >= Math.max(2, SPECK * pixel);
  };
  const parts = partsOf(session, runs);
  if (parts === undefined) {
    session.refuse(strings.wand.pieces);
    return;
  }
  const shapes = parts
    .flatMap(({ points, holes }) => {
      if (!isLarge(points)) return [];
      const whole = [points, ...holes.filter(isLarge)];
      const few = whole.map((ring) => simplified(ring, Math.max(1, pixel)));
      const valid = [few, whole, few.slice(0, 1)].find((rings) => polygonFault(rings) === undefined);
      return valid === undefined ? [] : [roundShape({ kind: "outline" as const, rings: valid })];
    })
    .slice(0, MOST_PARTS);
  const { label } = session.state();
  const [first, ...more] = shapes;
  if (first === undefined) session.refuse(strings.wand.noArea);
  else if (more.length === 0) session.add(first);
  else if (label === undefined) session.refuse(strings.wand.oneLabel);
  else {
    const made = shapes.map(
      (shape) =>
        [newKey(), { object: session.kind.objectOf(shape, label, undefined), isSuggestion: false }] as const,
    );
    session.apply(polygonStrings.found(made.length), made);
    session.select(made.map(([key]) => key));
  }
}

/** The outlines of a region; undefined if there are too many points to trace. */
function partsOf({ image }: ObjectSession<PolygonObject>, runs: Runs) {
  try {
    return tracedParts(runs, [image.height, image.width]);
  } catch (fault) {
    if (fault instanceof RangeError) return undefined;
    throw fault;
  }
}
