import { type Effort, outlineOf, outlineOfAll, type Ring, sharedArea } from "../../outline.ts";

/** Share of the holes' area that may be elsewhere because of rounding. */
const TOLERATED = 1e-6;

/** Whether holes are not within the outline, or overlap; undefined if neither, or if `effort` runs out. */
export function holesFault(
  points: Ring,
  holes: readonly Ring[],
  effort: Effort,
): "outside" | "overlap" | undefined {
  const all = outlineOfAll(holes);
  const within = sharedArea(outlineOf(points), all, effort);
  const counted = sharedArea(all, all, effort);
  if (effort.left < 0) return undefined; // too complex to decide
  if (within < all.area * (1 - TOLERATED)) return "outside";
  return counted > all.area * (1 + TOLERATED) ? "overlap" : undefined;
}
