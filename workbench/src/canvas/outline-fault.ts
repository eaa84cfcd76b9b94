import { findCrossing, type Ring } from "@assay/domain/outline.ts";
import { strings } from "#strings/canvas.ts";

/** The most pairs of lines that are checked for a crossing; nobody draws more. */
const EFFORT = 2_000_000;

/** A message that says why the points are not a valid outline; undefined if they are. */
export function outlineFault(points: Ring): string | undefined {
  if (points.length < 3) return strings.faults.corners;
  if (findCrossing(points, { left: EFFORT }) === null) return undefined;
  return strings.faults.crosses;
}
