import type { Effort, Point, Ring } from "./outline.ts";

/** Lines that cross by less than this, in pixels, only touch: nobody can see or draw it. */
const TOUCHING = 0.01;

/**
 * Two segments of `ring` that cross, each as the index of its first point; null if none cross or `effort`
 * runs out. Segments that touch or overlap do not cross.
 */
export function findCrossing(ring: Ring, effort: Effort): readonly [number, number] | null {
  const ordered = lines(ring)
    .map(([start, end], index) => ({
      ...{ start, end, index },
      from: Math.min(start[0], end[0]),
      to: Math.max(start[0], end[0]),
      top: Math.min(start[1], end[1]),
      bottom: Math.max(start[1], end[1]),
    }))
    .sort((a, b) => a.from - b.from);
  const open: typeof ordered = [];
  for (const line of ordered) {
    effort.left -= open.length;
    if (effort.left < 0) return null;
    keepBeyond(open, line.from);
    const other = open.find((before) => doCross(line, before));
    if (other) return line.index < other.index ? [line.index, other.index] : [other.index, line.index];
    open.push(line);
  }
  return null;
}

interface Line {
  readonly start: Point;
  readonly end: Point;
  readonly top: number;
  readonly bottom: number;
}

function doCross(one: Line, other: Line): boolean {
  if (one.top >= other.bottom || one.bottom <= other.top) return false; // avoids most of the arithmetic
  return isBetween(one, other) && isBetween(other, one);
}

/** Whether the ends of `other` are clearly on different sides of the line through `start` and `end`. */
function isBetween({ start, end }: Line, other: Line): boolean {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const clear = TOUCHING * Math.hypot(dx, dy);
  const side = ([x, y]: Point) => dx * (y - start[1]) - dy * (x - start[0]);
  const [ofStart, ofEnd] = [side(other.start), side(other.end)];
  return (ofStart > clear && ofEnd < -clear) || (ofStart < -clear && ofEnd > clear);
}

/** Removes the edges or lines that end at `x` or before. */
export function keepBeyond<E extends { readonly to: number }>(edges: E[], x: number): void {
  let kept = 0;
  for (const edge of edges) {
    if (edge.to > x) {
      edges[kept] = edge;
      kept += 1;
    }
  }
  edges.length = kept;
}

/** The pairs of neighbors, the last point with the first. */
export function lines(ring: Ring): [Point, Point][] {
  return ring.map((point, index) => [point, ring[(index + 1) % ring.length] ?? point]);
}
