import { boxAround, type Point, type Ring } from "../outline.ts";
import { bounds, corners, type RotatedBox } from "../rotated-box.ts";
import type { ExportItem } from "./format.ts";
import { sidesOf } from "./images.ts";

/** 10^-8 of the side is exact to a thousandth of a pixel even in the widest image. */
const DIGITS = 8;

/**
 * One line of a YOLO label file: `class cx cy width height`, the center and the sides as shares (0 to 1) of
 * the image's width and height. A rotated box is written as the upright box around it, clipped to the image.
 * This and the other lines throw a RangeError if the size of the image is not known.
 */
export function yoloLine(item: ExportItem, category: number, box: RotatedBox): string {
  return line([category, ...boxShares(item, box).map(digits)]);
}

/**
 * One line of an oriented box: `class x1 y1 x2 y2 x3 y3 x4 y4`, its corners as shares. They may be outside
 * the image, unless the box reaches over more than a side of the image, which Ultralytics refuses: then each
 * corner is clipped, see `isCut`.
 */
export function yoloOrientedLine(item: ExportItem, category: number, box: RotatedBox): string {
  const place = isCut(item, box) ? clipped : share;
  const { width, height } = sidesOf(item);
  const values = corners(box).flatMap(({ x, y }) => [place(x, width), place(y, height)]);
  return line([category, ...values.map(digits)]);
}

/** Whether the line of an oriented box has other corners than the box. */
export function isCut(item: ExportItem, box: RotatedBox): boolean {
  const sides = sidesOf(item);
  const around = bounds(box);
  return around.width > sides.width || around.height > sides.height;
}

/**
 * One line of an outline: `class x1 y1 x2 y2 …`, its points as shares. Each hole is joined to the outline by
 * a seam without width, so that readers, who fill what is enclosed an odd number of times, leave it out.
 */
export function yoloOutlineLine(
  item: ExportItem,
  category: number,
  points: Ring,
  holes: readonly Ring[] = [],
): string {
  const { width, height } = sidesOf(item);
  const values = holes.reduce(seamed, points).flatMap(([x, y]) => [clipped(x, width), clipped(y, height)]);
  return line([category, ...values.map(digits)]);
}

/**
 * One line of an object with keypoints: `class cx cy width height`, then `x y visibility` for each point, all
 * 0 if it is not labeled. The box is the one around the labeled points.
 */
export function yoloPoseLine(
  item: ExportItem,
  category: number,
  points: readonly (readonly number[])[],
): string {
  const { width, height } = sidesOf(item);
  const labeled = points.filter(([, , visibility = 0]) => visibility > 0);
  const around = boxAround(labeled.map(([x = 0, y = 0]): Point => [x, y]));
  const values = points.flatMap(([x = 0, y = 0, visibility = 0]) =>
    visibility > 0 ? [digits(clipped(x, width)), digits(clipped(y, height)), visibility] : [0, 0, 0],
  );
  return line([category, ...boxShares(item, around).map(digits), ...values]);
}

function boxShares(item: ExportItem, box: RotatedBox): number[] {
  const sides = sidesOf(item);
  const { x, y, width, height } = bounds(box);
  const [left, right] = [clipped(x, sides.width), clipped(x + width, sides.width)];
  const [top, bottom] = [clipped(y, sides.height), clipped(y + height, sides.height)];
  return [(left + right) / 2, (top + bottom) / 2, right - left, bottom - top];
}

/** `ring` with a way from its point nearest to the first of the hole to that, around the hole, and back. */
function seamed(ring: Ring, hole: Ring): Ring {
  const [holeX, holeY] = hole[0] ?? [0, 0];
  const distances = ring.map(([x, y]) => (x - holeX) ** 2 + (y - holeY) ** 2);
  const nearest = distances.reduce(
    (best, distance, at) => (distance < (distances[best] ?? 0) ? at : best),
    0,
  );
  return [...ring.slice(0, nearest + 1), ...hole, ...hole.slice(0, 1), ...ring.slice(nearest)];
}

function line(values: readonly (string | number)[]): string {
  return `${values.join(" ")}\n`;
}

function digits(value: number): string {
  return value.toFixed(DIGITS);
}

function share(position: number, side: number): number {
  return position / side;
}

function clipped(position: number, side: number): number {
  return Math.min(1, Math.max(0, position / side));
}
