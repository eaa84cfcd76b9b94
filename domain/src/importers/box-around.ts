import { boxAround } from "../outline.ts";

/** Pixels by which a box that was rounded may differ from the one around its points. */
const ROUNDING = 1;

/**
 * Whether `box`, `[x, y, width, height]` in pixels, says no more than the points `[x, y, …]` beside it: it is the box around them, or
 * there is none.
 */
export function isBoxAround(box: unknown, points: readonly (readonly number[])[]): boolean {
  if (!Array.isArray(box)) return true;
  if (points.length === 0) return false;
  const { x, y, width, height } = boxAround(points.map(([px = 0, py = 0]) => [px, py]));
  return [x, y, width, height].every((value, index) => Math.abs(value - Number(box[index])) <= ROUNDING);
}
