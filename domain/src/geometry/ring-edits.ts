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
export function distanceToLine([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const squared = dx * dx + dy * dy;
  const share = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / squared));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
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
