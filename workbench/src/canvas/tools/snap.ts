import { nearestLine, nearestOnLine } from "@assay/domain/geometry/ring-edits.ts";
import type { Point, Ring } from "@assay/domain/outline.ts";
import { strokeHaloed } from "../paint.ts";
import { toPage, type View } from "../view.ts";
import type { ToolHost } from "./tool.ts";

/** How near a point must be to a line or a corner to snap to it, in CSS pixels. */
export const SNAP = 8;

/** A place on the outline of an object. */
export interface Snapped {
  readonly at: Point;
  readonly ring: Ring;
}

/** The nearest corner of other outlines within `reach` pixels of the image, else the nearest point of their lines. */
export function snapped(host: ToolHost, at: Point, reach: number, except?: string): Snapped | undefined {
  const around = { x: at[0] - reach, y: at[1] - reach, width: 2 * reach, height: 2 * reach };
  const rings = host.within(around).flatMap((key) => {
    const shape = key === except ? undefined : host.shapeOf(key);
    return shape?.kind === "outline" ? shape.rings : [];
  });
  return (
    nearest(rings.map((ring) => ({ ring, at: nearestCorner(ring, at) }))) ?? nearest(rings.map(onLineOf))
  );

  function nearest(places: readonly Snapped[]): Snapped | undefined {
    const gap = ({ at: [x, y] }: Snapped) => Math.hypot(x - at[0], y - at[1]);
    const [first] = places.filter((place) => gap(place) <= reach).sort((one, other) => gap(one) - gap(other));
    return first;
  }

  function onLineOf(ring: Ring): Snapped {
    const { index } = nearestLine(ring, at);
    const from = ring[index] ?? at;
    return { ring, at: nearestOnLine(at, from, ring[(index + 1) % ring.length] ?? from) };
  }
}

function nearestCorner(ring: Ring, [x, y]: Point): Point {
  let [found, least]: [Point, number] = [[Number.POSITIVE_INFINITY, 0], Number.POSITIVE_INFINITY];
  for (const corner of ring) {
    const gap = Math.hypot(corner[0] - x, corner[1] - y);
    if (gap < least) [found, least] = [corner, gap];
  }
  return found;
}

/** A circle around the place where the next point will be. */
export function paintSnap(context: CanvasRenderingContext2D, view: View, at: Point, color: string): void {
  context.beginPath();
  context.arc(...toPage(view, at), 6, 0, 2 * Math.PI);
  strokeHaloed(context, color, 1.5);
}
