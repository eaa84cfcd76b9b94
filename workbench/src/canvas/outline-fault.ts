import { findCrossing, type Ring } from "@assay/domain/outline.ts";
import { strings } from "#strings/canvas.ts";

/** Pairs of lines that are looked at for a crossing; more than any hand draws. */
const EFFORT = 2_000_000;

/** Why these points are no outline, in words; undefined where they are one. */
export function outlineFault(points: Ring): string | undefined {
  if (points.length < 3) return strings.faults.corners;
  if (findCrossing(points, { left: EFFORT }) === null) return undefined;
  return strings.faults.crosses;
}
