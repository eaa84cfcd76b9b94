import { bounds, type RotatedBox } from "../rotated-box.ts";
import type { ExportItem } from "./format.ts";

/** 10^-8 of the side is exact to a thousandth of a pixel even in the widest image. */
const DIGITS = 8;

/**
 * One line of a YOLO label file: `class cx cy width height`, the center and the sides as shares (0 to 1) of
 * the image's width and height. A rotated box is written as the upright box around it, clipped to the image.
 * Throws a RangeError if the size of the image is not known.
 */
export function yoloLine({ id, file }: ExportItem, category: number, box: RotatedBox): string {
  if (!file.width || !file.height) throw new RangeError(`${id}: the size of its image is not known`);

  const { x, y, width, height } = bounds(box);
  const [left, right] = [share(x, file.width), share(x + width, file.width)];
  const [top, bottom] = [share(y, file.height), share(y + height, file.height)];
  const values = [(left + right) / 2, (top + bottom) / 2, right - left, bottom - top];
  return `${category} ${values.map((value) => value.toFixed(DIGITS)).join(" ")}\n`;
}

function share(position: number, side: number): number {
  return Math.min(1, Math.max(0, position / side));
}
