import { type Box, iou, shareOf } from "./box.ts";

/** A box rotated clockwise (as seen on screen) about its own center by `rotation` degrees, 0 if absent. */
export interface RotatedBox extends Box {
  readonly rotation?: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Intersection over union of two boxes that may be rotated: 0 (disjoint) to 1 (identical), symmetric except
 * for rounding. For upright boxes it is exactly `iou`. Never NaN, never throws.
 */
export function rotatedIou(a: RotatedBox, b: RotatedBox): number {
  if (!isTurned(a) && !isTurned(b)) return iou(a, b);
  return shareOf(area(clip(corners(a), corners(b))), a, b);
}

/** Whether `rotation` changes the corners. */
export function isTurned({ rotation = 0 }: RotatedBox): boolean {
  return rotation % 360 !== 0;
}

/** The smallest upright box around `box`, rotation applied. */
export function bounds(box: RotatedBox): Box {
  if (!isTurned(box)) return box;
  const points = corners(box);
  const x = Math.min(...points.map((point) => point.x));
  const y = Math.min(...points.map((point) => point.y));
  return {
    x,
    y,
    width: Math.max(...points.map((point) => point.x)) - x,
    height: Math.max(...points.map((point) => point.y)) - y,
  };
}

/** The four corners, clockwise on screen from the one at the top left before rotation. */
export function corners({ x, y, width, height, rotation = 0 }: RotatedBox): Point[] {
  const radians = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const center = { x: x + width / 2, y: y + height / 2 };
  const turned = (dx: number, dy: number) => ({
    x: center.x + dx * cos - dy * sin,
    y: center.y + dx * sin + dy * cos,
  });
  const [w, h] = [width / 2, height / 2];
  return [turned(-w, -h), turned(w, -h), turned(w, h), turned(-w, h)];
}

/**
 * The part of a convex polygon inside another, both clockwise on screen.
 * Source: Sutherland and Hodgman, "Reentrant polygon clipping", CACM 17 (1974).
 */
function clip(subject: readonly Point[], window: readonly Point[]): Point[] {
  return eachEdge(window).reduce<Point[]>((inside, [from, to]) => cut(inside, from, to), [...subject]);
}

/** The part of `polygon` to the right of the line from `from` to `to`. */
function cut(polygon: readonly Point[], from: Point, to: Point): Point[] {
  const side = (point: Point) => cross(from, to, point);
  return eachEdge(polygon).flatMap(([start, end]) => {
    const [atStart, atEnd] = [side(start), side(end)];
    const kept = atStart >= 0 ? [start] : [];
    if (atStart >= 0 === atEnd >= 0) return kept;
    const share = atStart / (atStart - atEnd);
    return [...kept, { x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y) }];
  });
}

/** Area of a polygon whose points run clockwise on screen (shoelace formula). */
function area(polygon: readonly Point[]): number {
  const origin = polygon[0];
  if (origin === undefined) return 0;
  const twice = eachEdge(polygon).reduce((sum, [from, to]) => sum + cross(origin, from, to), 0);
  return Math.max(0, twice / 2);
}

/** Positive if `c` is to the right of the line from `a` to `b` as seen on screen (y runs down). */
function cross(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

function eachEdge(polygon: readonly Point[]): [Point, Point][] {
  return polygon.map((point, index) => [point, polygon[(index + 1) % polygon.length] ?? point]);
}
