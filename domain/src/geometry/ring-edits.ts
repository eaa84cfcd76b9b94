import type { Point, Ring } from "../outline.ts";

/** Whether `point` is within a polygon and outside its holes (even–odd rule). */
export function isInRings(rings: readonly Ring[], [x, y]: Point): boolean {
  let isInside = false;
  for (const ring of rings) {
    let [fromX, fromY] = ring.at(-1) ?? [0, 0];
    for (const [toX, toY] of ring) {
      if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX))
        isInside = !isInside;
      [fromX, fromY] = [toX, toY];
    }
  }
  return isInside;
}

/** The distance of `point` from the segment between two others. */
export function distanceToLine(point: Point, from: Point, to: Point): number {
  const [x, y] = nearestOnLine(point, from, to);
  return Math.hypot(point[0] - x, point[1] - y);
}

/** The index of the first point of the ring's segment nearest to `point`, and the distance. */
export function nearestLine(ring: Ring, point: Point): { readonly index: number; readonly distance: number } {
  let nearest = { index: 0, distance: Number.POSITIVE_INFINITY };
  for (const [index, from] of ring.entries()) {
    const distance = distanceToLine(point, from, ring[(index + 1) % ring.length] ?? from);
    if (distance < nearest.distance) nearest = { index, distance };
  }
  return nearest;
}

/** The point of the segment between two others that is nearest to `point`. */
export function nearestOnLine([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): Point {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const squared = dx * dx + dy * dy;
  const share = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / squared));
  return [x1 + share * dx, y1 + share * dy];
}

/**
 * The corners that one passes on the shorter way along the ring from one point of its line to another, both left out: so that a second
 * outline shares this edge corner by corner. O(n).
 */
export function cornersBetween(ring: Ring, from: Point, to: Point): readonly Point[] {
  const [start, end] = [nearestLine(ring, from).index, nearestLine(ring, to).index];
  const count = ring.length;
  const corners = (first: number, last: number) =>
    Array.from(
      { length: (last - first + count) % count },
      (_, step) => ring[(first + 1 + step) % count] ?? from,
    );
  const isAhead = start !== end || reach(ring, start, from) <= reach(ring, start, to);
  const whole = [...ring.slice(start + 1), ...ring.slice(0, start + 1)];
  const onward = start === end && !isAhead ? whole : corners(start, end);
  const back = start === end && isAhead ? whole.toReversed() : corners(end, start).toReversed();
  const length = (way: readonly Point[]) => lengthOf([from, ...way, to]);
  const shorter = length(onward) <= length(back) ? onward : back;
  return shorter.filter((corner) => !isAt(corner, from) && !isAt(corner, to));
}

function lengthOf(way: readonly Point[]): number {
  return way.reduce((sum, [x, y], place) => {
    const [nextX, nextY] = way[place + 1] ?? [x, y];
    return sum + Math.hypot(nextX - x, nextY - y);
  }, 0);
}

/** How far a point is from the first corner of a segment. */
function reach(ring: Ring, index: number, [x, y]: Point): number {
  const [cornerX, cornerY] = ring[index] ?? [x, y];
  return Math.hypot(x - cornerX, y - cornerY);
}

function isAt([x, y]: Point, [otherX, otherY]: Point): boolean {
  return Math.hypot(x - otherX, y - otherY) < 1e-6;
}

/** `dx` and `dy` reduced so that none of the shifted points leaves the image. */
export function shiftWithin(
  around: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  [dx, dy]: Point,
  image: { readonly width: number; readonly height: number },
): Point {
  return [
    Math.min(Math.max(dx, -around.x), image.width - around.x - around.width),
    Math.min(Math.max(dy, -around.y), image.height - around.y - around.height),
  ];
}
