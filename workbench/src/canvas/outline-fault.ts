import { findCrossing } from "@assay/domain/crossing.ts";
import type { Ring } from "@assay/domain/outline.ts";
import { holesFault } from "@assay/domain/types/polygon/holes.ts";

/** The most pairs of lines that are checked for a crossing; nobody draws more. */
const EFFORT = 2_000_000;

/** Why the points are not a valid outline: too few corners, or lines that cross; undefined if they are. */
export function outlineFault(points: Ring): "corners" | "crosses" | undefined {
  if (points.length < 3) return "corners";
  return findCrossing(points, { left: EFFORT }) === null ? undefined : "crosses";
}

/** Why an outline and its holes are not a valid polygon; undefined if they are. */
export function polygonFault(
  rings: readonly Ring[],
): "corners" | "crosses" | "outside" | "overlap" | undefined {
  const [outer = [], ...holes] = rings;
  const [fault] = rings.flatMap((ring) => outlineFault(ring) ?? []);
  if (fault !== undefined || holes.length === 0) return fault;
  return holesFault(outer, holes, { left: EFFORT });
}
