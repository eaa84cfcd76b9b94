import { findCrossing, type Ring } from "@assay/domain/outline.ts";

/** Pairs of lines that are looked at for a crossing; more than any hand draws. */
const EFFORT = 2_000_000;

/** Why these points are no outline, in words; undefined where they are one. */
export function outlineFault(points: Ring): string | undefined {
  if (points.length < 3) return "An outline needs three corners";
  if (findCrossing(points, { left: EFFORT }) === null) return undefined;
  return "The outline crosses itself: take a corner back (Backspace)";
}
