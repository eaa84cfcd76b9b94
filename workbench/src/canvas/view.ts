import type { Box } from "@assay/domain/box.ts";
import type { Point } from "@assay/domain/outline.ts";

/** Width and height: of an image in its pixels, or of the page in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How an image is placed: a point of it is shown at `scale · point + (x, y)`, in CSS pixels. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** The highest zoom, in CSS pixels per image pixel. */
export const MOST_SCALE = 64;

/** The lowest zoom, as a share of the scale at which the image fits. */
const LEAST_SHARE_OF_FIT = 0.25;

/** The margin in CSS pixels around an image that fits. */
const MARGIN = 16;

export function toPage({ scale, x, y }: View, [imageX, imageY]: Point): Point {
  return [imageX * scale + x, imageY * scale + y];
}

export function toImage({ scale, x, y }: View, [pageX, pageY]: Point): Point {
  return [(pageX - x) / scale, (pageY - y) / scale];
}

/** The upper left and the lower right corner on the page of a box of the image. */
export function cornersOnPage(view: View, { x, y, width, height }: Box): readonly [Point, Point] {
  return [toPage(view, [x, y]), toPage(view, [x + width, y + height])];
}

/** The whole image, centered; a small image is enlarged up to eight times. */
export function fitted(image: Size, page: Size): View {
  const scale = Math.max(
    1e-3,
    Math.min((page.width - 2 * MARGIN) / image.width, (page.height - 2 * MARGIN) / image.height, 8),
  );
  return { scale, x: (page.width - image.width * scale) / 2, y: (page.height - image.height * scale) / 2 };
}

/** The view at another scale; the page's point `at` shows the same point of the image. */
export function zoomed(view: View, at: Point, scale: number, image: Size, page: Size): View {
  const least = fitted(image, page).scale * LEAST_SHARE_OF_FIT;
  const next = Math.min(Math.max(scale, Math.min(least, 1)), MOST_SCALE);
  const [x, y] = toImage(view, at);
  return { scale: next, x: at[0] - x * next, y: at[1] - y * next };
}

/** The view in which a box of the image is centered and as large as fits with room around it. */
export function zoomedTo({ x, y, width, height }: Box, image: Size, page: Size): View {
  const room = 0.6; // so that its surroundings are seen too
  const scale = Math.min(
    (page.width * room) / Math.max(width, 1),
    (page.height * room) / Math.max(height, 1),
  );
  const next = Math.min(Math.max(scale, fitted(image, page).scale), MOST_SCALE);
  return {
    scale: next,
    x: page.width / 2 - (x + width / 2) * next,
    y: page.height / 2 - (y + height / 2) * next,
  };
}

/** The view moved so that the image stays in sight. */
export function panned(view: View, [dx, dy]: Point, image: Size, page: Size): View {
  const clamp = (value: number, size: number, room: number) =>
    Math.min(Math.max(value, Math.min(MARGIN, room) - size), room - Math.min(MARGIN, room));
  return {
    scale: view.scale,
    x: clamp(view.x + dx, image.width * view.scale, page.width),
    y: clamp(view.y + dy, image.height * view.scale, page.height),
  };
}

/** By how many pixels of the page the view must move to show a box of the image; a box that is too large is left alone. */
export function revealing(view: View, box: Box, page: Size): Point {
  const [[left, top], [right, bottom]] = cornersOnPage(view, box);
  const shift = (from: number, to: number, room: number) =>
    to < 0 || from > room || (from < 0 && to - from <= room) || (to > room && to - from <= room)
      ? room / 2 - (from + to) / 2
      : 0;
  return [shift(left, right, page.width), shift(top, bottom, page.height)];
}

/** The part of the image that the page shows, in whole image pixels; without area if it shows none. */
export function seen(view: View, image: Size, page: Size): Box {
  const [left, top] = toImage(view, [0, 0]);
  const [right, bottom] = toImage(view, [page.width, page.height]);
  const [x, y] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))];
  const width = Math.min(image.width, Math.ceil(right)) - x;
  return { x, y, width, height: Math.min(image.height, Math.ceil(bottom)) - y };
}
