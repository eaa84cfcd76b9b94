import { findCrossing } from "../crossing.ts";
import type { Point, Ring } from "../outline.ts";
import { distanceToLine } from "./ring-edits.ts";

/** The most pairs of lines that are checked for a crossing. */
const EFFORT = 2_000_000;

/**
 * The ring without the corners that are nearer than `tolerance` pixels to the line that replaces them, but with at least three. If the
 * result would cross itself, less is left out. O(n log n) for usual outlines.
 *
 * Source: D. H. Douglas and T. K. Peucker, Algorithms for the reduction of the number of points required to represent a digitized line
 * or its caricature (1973).
 */
export function simplified(ring: Ring, tolerance: number): Ring {
  for (let reach = tolerance; reach > tolerance / 100; reach /= 2) {
    const kept = keptCorners(ring, reach);
    if (kept.length === ring.length) return ring;
    if (kept.length >= 3 && findCrossing(kept, { left: EFFORT }) === null) return kept;
  }
  return ring;
}

/** The first corner, the one farthest from it, and those between that are needed. */
function keptCorners(ring: Ring, tolerance: number): Ring {
  const [first] = ring;
  if (first === undefined || ring.length <= 3) return ring;
  const isKept = new Uint8Array(ring.length);
  const far = farthest(ring, 1, ring.length, ([x, y]) => Math.hypot(x - first[0], y - first[1])).index;
  isKept[0] = 1;
  isKept[far] = 1;
  const open: [number, number][] = [
    [0, far],
    [far, ring.length],
  ];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const [from, to] = part;
    const [start, end] = [ring[from] ?? first, ring[to % ring.length] ?? first];
    const { index, distance } = farthest(ring, from + 1, to, (point) => distanceToLine(point, start, end));
    if (!(distance > tolerance)) continue;
    isKept[index] = 1;
    open.push([from, index], [index, to]);
  }
  return ring.filter((_, index) => isKept[index] === 1);
}

/** The corner from `from` to `to` (exclusive) that is the farthest; −1 as the distance if there is none. */
function farthest(ring: Ring, from: number, to: number, distanceOf: (point: Point) => number) {
  let found = { index: from, distance: -1 };
  for (let index = from; index < to; index += 1) {
    const point = ring[index];
    const distance = point === undefined ? -1 : distanceOf(point);
    if (distance > found.distance) found = { index, distance };
  }
  return found;
}
