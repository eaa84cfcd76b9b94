import { type Box, type Corner, dragCorner } from "../box.ts";
import type { Point } from "../outline.ts";
import { isTurned, type RotatedBox } from "../rotated-box.ts";

/** Pixels of an upright image. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** The handles of a box: its corners and sides. */
export type Handle = Corner | "n" | "s" | "e" | "w";

/** Clockwise, from the top left. */
export const HANDLES: readonly Handle[] = ["nw", "n", "ne", "e", "se", "s", "sw", "w"];

/** The minimum width and height, in pixels, that an edit leaves a box. */
export const LEAST_SIDE = 1;

/** A point moved into the image by the smallest distance. */
export function pointWithin([x, y]: Point, { width, height }: ImageSize): Point {
  return [clamp(x, width), clamp(y, height)];
}

/**
 * The upright box with two opposite corners at `one` and `other`, moved into the image if they are outside.
 */
export function boxBetween(one: Point, other: Point, image: ImageSize): Box {
  const [[x1, y1], [x2, y2]] = [pointWithin(one, image), pointWithin(other, image)];
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

/** The rotated box with one side from `start` to `end` and the opposite side through `beyond`. */
export function boxOnSide(start: Point, end: Point, beyond: Point, image: ImageSize): RotatedBox {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const width = Math.hypot(dx, dy);
  if (width === 0) return boxWithin(boxBetween(start, beyond, image), image);
  const height = (dx * (beyond[1] - start[1]) - dy * (beyond[0] - start[0])) / width;
  const center = [
    (start[0] + end[0]) / 2 - (dy / width) * (height / 2),
    (start[1] + end[1]) / 2 + (dx / width) * (height / 2),
  ] as const;
  const rotation = (Math.atan2(dy, dx) * 180) / Math.PI;
  return boxWithin(
    {
      x: center[0] - width / 2,
      y: center[1] - Math.abs(height) / 2,
      width,
      height: Math.abs(height),
      rotation,
    },
    image,
  );
}

/** `box` moved by this many pixels, but not beyond the image. */
export function moveBox<B extends RotatedBox>(box: B, dx: number, dy: number, image: ImageSize): B {
  return boxWithin({ ...box, x: box.x + dx, y: box.y + dy }, image);
}

/**
 * `box` with a handle dragged to `to`; the opposite corner or side stays, and dragging past it flips the box.
 */
export function resizeBox<B extends RotatedBox>(box: B, handle: Handle, to: Point, image: ImageSize): B {
  const [x, y] = isTurned(box) ? intoFrameOf(box, to) : pointWithin(to, image);
  const corner = handle.length === 2 ? handle : handle === "n" || handle === "w" ? "nw" : "se";
  const free = {
    x: handle === "n" || handle === "s" ? (corner === "nw" ? box.x : box.x + box.width) : x,
    y: handle === "e" || handle === "w" ? (corner === "nw" ? box.y : box.y + box.height) : y,
  };
  const resized = { ...box, ...dragCorner(box, corner as Corner, free.x, free.y) };
  return boxWithin(isTurned(box) ? aboutOwnCenter(resized, box) : resized, image);
}

/** The rotation, in degrees from −180 to 180, at which the middle of the upper side points at `to`. */
export function rotationTowards({ x, y, width, height }: Box, to: Point): number {
  const degrees = (Math.atan2(to[1] - (y + height / 2), to[0] - (x + width / 2)) * 180) / Math.PI + 90;
  return degrees > 180 ? degrees - 360 : degrees;
}

/** Whether `point` is in the box or on its border. */
export function isInBox(box: RotatedBox, point: Point): boolean {
  const [x, y] = intoFrameOf(box, point);
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}

/**
 * Converts a point of the image to the box's unrotated frame: rotates `point` back about the box's center.
 */
function intoFrameOf(box: RotatedBox, point: Point): Point {
  return turned(point, centerOf(box), -(box.rotation ?? 0));
}

/** The position of each handle, in pixels of the image. */
export function handlePoint(box: RotatedBox, handle: Handle): Point {
  const at = (before: string, after: string) =>
    handle.includes(before) ? 0 : handle.includes(after) ? 1 : 0.5;
  const upright: Point = [box.x + box.width * at("w", "e"), box.y + box.height * at("n", "s")];
  return turned(upright, centerOf(box), box.rotation ?? 0);
}

/** Rounds a box to hundredths of a pixel and tenths of a degree, finer than anybody can draw. */
export function roundBox<B extends RotatedBox>(box: B): B {
  const [x, y] = [hundredths(box.x), hundredths(box.y)];
  const rounded = {
    ...box,
    ...{ x, y },
    width: Math.max(0.01, hundredths(hundredths(box.x + box.width) - x)),
    height: Math.max(0.01, hundredths(hundredths(box.y + box.height) - y)),
  };
  return box.rotation === undefined ? rounded : { ...rounded, rotation: Math.round(box.rotation * 10) / 10 };
}

/** Rounds a drawn coordinate to hundredths of a pixel. */
export function hundredths(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}

/** A box that before rotation fits inside the image, with sides of at least a pixel. */
export function boxWithin<B extends RotatedBox>(box: B, image: ImageSize): B {
  const width = Math.min(Math.max(box.width, Math.min(LEAST_SIDE, image.width)), image.width);
  const height = Math.min(Math.max(box.height, Math.min(LEAST_SIDE, image.height)), image.height);
  return {
    ...box,
    width,
    height,
    x: clamp(box.x, image.width - width),
    y: clamp(box.y, image.height - height),
  };
}

/** Converts `resized` from the frame of `before` to its own frame: the same place on the image. */
function aboutOwnCenter<B extends RotatedBox>(resized: B, before: RotatedBox): B {
  const [x, y] = turned(centerOf(resized), centerOf(before), before.rotation ?? 0);
  return { ...resized, x: x - resized.width / 2, y: y - resized.height / 2 };
}

function centerOf({ x, y, width, height }: Box): Point {
  return [x + width / 2, y + height / 2];
}

function turned([x, y]: Point, [cx, cy]: Point, degrees: number): Point {
  if (degrees % 360 === 0) return [x, y];
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}
