/** An axis-aligned box in image pixels: origin top left, `width` and `height` never negative. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Intersection over union of two boxes: shared area divided by covered area.
 *
 * Both boxes are in pixels of the same image. The result is a ratio from 0 (disjoint) to 1
 * (identical); two boxes of zero area give 0, never NaN. Never throws.
 *
 * Source: Everingham et al., "The Pascal VOC Challenge", IJCV 88 (2010), section 4.2. Unlike VOC's
 * own code it counts no extra pixel at the right and bottom edge, as pycocotools does not.
 */
export function iou(a: Box, b: Box): number {
  return shareOf(sharedArea(a, b), a, b);
}

/** The area, in square pixels, that lies in both boxes. */
export function sharedArea(a: Box, b: Box): number {
  const overlapX = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const overlapY = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, overlapX) * Math.max(0, overlapY);
}

/** Square pixels. */
export function areaOf({ width, height }: Box): number {
  return width * height;
}

/** `shared` area by the area that `a` and `b` cover together, 0 to 1 in spite of rounding. */
export function shareOf(shared: number, a: Box, b: Box): number {
  const covered = areaOf(a) + areaOf(b) - shared;
  return covered > 0 ? Math.min(1, shared / covered) : 0;
}

export type Corner = "nw" | "ne" | "sw" | "se";

/** `box` with one corner moved to (`x`, `y`) and the opposite corner kept; dragging past it flips. */
export function dragCorner(box: Box, corner: Corner, x: number, y: number): Box {
  const keptX = corner.endsWith("w") ? box.x + box.width : box.x;
  const keptY = corner.startsWith("n") ? box.y + box.height : box.y;
  return {
    x: Math.min(keptX, x),
    y: Math.min(keptY, y),
    width: Math.abs(keptX - x),
    height: Math.abs(keptY - y),
  };
}
