import { outlineOf, type Point, type Ring, signedArea } from "@assay/domain/outline.ts";
import { Clipper64, ClipType, FillRule, type Path64, type PolyPath64, PolyTree64 } from "clipper2-ts";
import { strings } from "#strings/canvas.ts";
import { polygonFault } from "./outline-fault.ts";

/** An outline, then its holes, in image pixels. */
export type Rings = readonly Ring[];

/** The corners of two polygons of the most that the API takes. Jagged ones are joined in 0.4 s, twice as many in 1.5 s, in which the page stands still. */
const MOST_CORNERS = 20_000;

/** Parts with less area, in square pixels, are slivers of outlines that nearly follow one another. */
const LEAST_AREA = 0.5;

/**
 * The area that any of the polygons covers, part by part, on hundredths of pixels. Throws a RangeError if the API would refuse it, or if the
 * polygons have more than 20,000 corners together.
 */
export function joined(polygons: readonly Rings[]): readonly Rings[] {
  return clipped(ClipType.Union, polygons, []);
}

/** The area of a polygon that none of the others covers; otherwise like `joined`. */
export function without(polygon: Rings, others: readonly Rings[]): readonly Rings[] {
  return clipped(ClipType.Difference, [polygon], others);
}

/**
 * By Clipper2, which works on whole numbers: on hundredths of pixels, its result needs no rounding, which could make lines
 * cross. The clippers for fractions throw on one of a thousand pairs of polygons.
 */
function clipped(type: ClipType, subjects: readonly Rings[], clips: readonly Rings[]): readonly Rings[] {
  const corners = [...subjects, ...clips].flat().reduce((sum, ring) => sum + ring.length, 0);
  if (corners > MOST_CORNERS) throw new RangeError(strings.faults.tooManyCorners(corners, MOST_CORNERS));
  const clipper = new Clipper64();
  for (const rings of subjects) clipper.addSubject(pathsOf(rings));
  for (const rings of clips) clipper.addClip(pathsOf(rings));
  const tree = new PolyTree64();
  clipper.execute(type, FillRule.NonZero, tree);
  const found = outlinesIn(tree);
  if (found.some((rings) => polygonFault(rings) !== undefined)) throw new RangeError(strings.faults.rounded);
  return found;
}

/** The outline runs one way round and the holes the other, so that what all polygons cover is what is wound around. */
function pathsOf(rings: Rings): Path64[] {
  return rings.map((ring, index) => {
    const path = ring.map(([x, y]) => ({ x: Math.round(x * 100), y: Math.round(y * 100) }));
    return signedArea(ring) > 0 === (index === 0) ? path : path.reverse();
  });
}

/** The outlines beneath a path of the tree, each with its holes, in which there may be outlines again. */
function outlinesIn(parent: PolyPath64): Rings[] {
  return childrenOf(parent).flatMap((outline) => {
    const holes = childrenOf(outline);
    const rings = [outline, ...holes].map(ringOf).filter((ring) => outlineOf(ring).area >= LEAST_AREA);
    return [...(rings.length === 0 ? [] : [rings]), ...holes.flatMap(outlinesIn)];
  });
}

function childrenOf(path: PolyPath64): readonly PolyPath64[] {
  return Array.from({ length: path.count }, (_, index) => path.child(index));
}

function ringOf({ poly }: PolyPath64): Ring {
  return (poly ?? []).map(({ x, y }): Point => [x / 100, y / 100]);
}
