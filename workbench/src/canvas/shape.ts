import type { Box } from "@assay/domain/box.ts";
import { hundredths, type ImageSize, isInBox, moveBox, roundBox } from "@assay/domain/geometry/box-edits.ts";
import { distanceToLine, isInRings, nearestLine, shiftWithin } from "@assay/domain/geometry/ring-edits.ts";
import { boundAfter } from "@assay/domain/geometry/strokes.ts";
import { boxAround, type Point, type Ring } from "@assay/domain/outline.ts";
import { bounds, type RotatedBox } from "@assay/domain/rotated-box.ts";
import { boxOf, type Runs } from "@assay/domain/run-length.ts";

/** A point of a skeleton. */
export interface NamedPoint {
  readonly name: string;
  readonly at: Point;
  /** The point is occluded. */
  readonly isHidden: boolean;
}

export interface BoxShape {
  readonly kind: "box";
  readonly box: RotatedBox;
}

export interface OutlineShape {
  readonly kind: "outline";
  /** The outline, then its holes. */
  readonly rings: readonly Ring[];
}

export interface PointsShape {
  readonly kind: "points";
  readonly points: readonly NamedPoint[];
  /** Pairs of point names that are joined by a line. */
  readonly lines: readonly (readonly [string, string])[];
}

export interface MaskShape {
  readonly kind: "mask";
  readonly runs: Runs;
  /** In image pixels. */
  readonly size: readonly [height: number, width: number];
}

/** What the canvas can draw, in image pixels. */
export type Shape = BoxShape | OutlineShape | PointsShape | MaskShape;

/** A shape with its appearance. */
export interface Figure {
  readonly shape: Shape;
  readonly color: string;
  /** A suggestion of a model that is not accepted; drawn dashed. */
  readonly isSuggestion: boolean;
  /** Whose shape it is, from 1, if those of several people are shown; each has a line of its own. */
  readonly author?: number | undefined;
  /** The text beside the shape while it is hovered or selected. */
  readonly tag: string;
}

const known = new WeakMap<Shape, Box>();

/** The upright bounds of a shape; cached, because shapes are immutable. */
export function boundsOf(shape: Shape): Box {
  const box = known.get(shape) ?? findBounds(shape);
  known.set(shape, box);
  return box;
}

function findBounds(shape: Shape): Box {
  if (shape.kind === "box") return bounds(shape.box);
  if (shape.kind === "outline") return boxAround(shape.rings[0] ?? []);
  if (shape.kind === "points") return boxAround(shape.points.map(({ at }) => at));
  const [x, y, width, height] = boxOf(shape.runs, shape.size[0]);
  return { x, y, width, height };
}

/** Whether `point` is on the shape, or within `reach` pixels of its lines and points. */
export function isHit(shape: Shape, point: Point, reach: number): boolean {
  if (shape.kind === "box") return isInBox(grown(shape.box, reach), point);
  if (shape.kind === "outline") {
    return (
      isInRings(shape.rings, point) || shape.rings.some((ring) => nearestLine(ring, point).distance <= reach)
    );
  }
  if (shape.kind === "points") {
    const ends = new Map(shape.points.map(({ name, at }) => [name, at]));
    return (
      shape.points.some(({ at }) => Math.hypot(at[0] - point[0], at[1] - point[1]) <= 2 * reach) ||
      shape.lines.some(([one, other]) => {
        const [from, to] = [ends.get(one), ends.get(other)];
        return from !== undefined && to !== undefined && distanceToLine(point, from, to) <= reach;
      })
    );
  }
  const [height, width] = shape.size;
  const [x, y] = [Math.floor(point[0]), Math.floor(point[1])];
  const isInImage = x >= 0 && y >= 0 && x < width && y < height;
  return isInImage && boundAfter(shape.runs, y + height * x) % 2 === 1;
}

/** The shape moved by some pixels, but not beyond the image; masks stay in place. */
export function moveShape<S extends Shape>(shape: S, by: Point, image: ImageSize): S;
export function moveShape(shape: Shape, by: Point, image: ImageSize): Shape {
  if (shape.kind === "box") return { ...shape, box: moveBox(shape.box, by[0], by[1], image) };
  const [dx, dy] = shiftWithin(boundsOf(shape), by, image);
  const moved = ([x, y]: Point): Point => [x + dx, y + dy];
  if (shape.kind === "outline") return { ...shape, rings: shape.rings.map((ring) => ring.map(moved)) };
  if (shape.kind === "points") {
    return { ...shape, points: shape.points.map((point) => ({ ...point, at: moved(point.at) })) };
  }
  return shape;
}

/** The shape rounded to hundredths of a pixel, as it is saved. */
export function roundShape<S extends Shape>(shape: S): S;
export function roundShape(shape: Shape): Shape {
  const rounded = ([x, y]: Point): Point => [hundredths(x), hundredths(y)];
  if (shape.kind === "box") return { ...shape, box: roundBox(shape.box) };
  if (shape.kind === "outline") return { ...shape, rings: shape.rings.map((ring) => ring.map(rounded)) };
  if (shape.kind === "points") {
    return { ...shape, points: shape.points.map((point) => ({ ...point, at: rounded(point.at) })) };
  }
  return shape;
}

function grown(box: RotatedBox, by: number): RotatedBox {
  return { ...box, x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}
