import { hundredths } from "@assay/domain/geometry/box-edits.ts";
import { outlineOf, type Point, type Ring } from "@assay/domain/outline.ts";
import { difference, type Geom, union } from "polyclip-ts";
import { strings } from "#strings/canvas.ts";
import { polygonFault } from "./outline-fault.ts";

/** An outline, then its holes, in image pixels. */
export type Rings = readonly Ring[];

/** Parts with less area, in square pixels, are slivers of outlines that nearly follow one another. */
const LEAST_AREA = 0.5;

/** The area that any of the polygons covers, part by part, rounded to hundredths of pixels. Throws a RangeError if the API would refuse it. */
export function joined(polygons: readonly Rings[]): readonly Rings[] {
  const [first, ...others] = polygons.map(geometry);
  return first === undefined ? [] : parts(union(first, ...others));
}

/** The area of a polygon that none of the others covers; otherwise like `joined`. */
export function without(polygon: Rings, others: readonly Rings[]): readonly Rings[] {
  return parts(difference(geometry(polygon), ...others.map(geometry)));
}

function geometry(rings: Rings): Geom {
  return [rings.map((ring) => ring.map(([x, y]): [number, number] => [x, y]))];
}

function parts(found: readonly (readonly (readonly (readonly number[])[])[])[]): readonly Rings[] {
  const rounded = found.map((rings) =>
    rings.map(opened).filter((ring) => ring.length >= 3 && outlineOf(ring).area >= LEAST_AREA),
  );
  const kept = rounded.filter(([outer]) => outer !== undefined);
  if (kept.some((rings) => polygonFault(rings) !== undefined)) throw new RangeError(strings.faults.rounded);
  return kept;
}

/** The library repeats the first point at the end. */
function opened(ring: readonly (readonly number[])[]): Ring {
  const points = ring.map(([x = 0, y = 0]): Point => [hundredths(x), hundredths(y)]);
  return points.filter(([x, y], place) => {
    const [nextX, nextY] = points[(place + 1) % points.length] ?? [x, y];
    return x !== nextX || y !== nextY;
  });
}
