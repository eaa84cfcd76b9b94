import type { Box } from "@assay/domain/box.ts";
import { HANDLES, type Handle, handlePoint } from "@assay/domain/geometry/box-edits.ts";
import type { Point, Ring } from "@assay/domain/outline.ts";
import { corners, isTurned, type RotatedBox } from "@assay/domain/rotated-box.ts";
import { dashesOf } from "./author-lines.ts";
import { freePlaces, freeTop } from "./free-places.ts";
import type { Figure, PointsShape, Shape } from "./shape.ts";
import { toPage, type View } from "./view.ts";

type Context = CanvasRenderingContext2D;

/** How strongly a figure is highlighted. */
export type Emphasis = "plain" | "hovered" | "selected";

/** The opacity of fills, unless the person chose another; that of a hovered figure is higher by `HOVERED`. */
export const FILL = 0.12;
const HOVERED = 0.08;
const LINE = { plain: 1.5, hovered: 1.5, selected: 2 };

/** The colors of the halo around a line, and how much wider they are than the line. */
const HALO = [
  ["rgb(0 0 0 / 60%)", 3],
  ["#fff", 1.2],
] as const;

/**
 * A box with a shorter side, in CSS pixels, gets only a white halo, because two would cover it. This also draws
 * images with thousands of small boxes a third faster.
 */
const SMALL = 12;
const SMALL_HALO = HALO.slice(1);

/** The side of a handle and the radius of a keypoint, in CSS pixels. */
export const HANDLE = 8;
const POINT_RADIUS = 4;

/** The distance of the rotation handle above a box, in CSS pixels. */
export const TURN_REACH = 24;

/** A dashed line, as of a suggestion. */
export const DASHED: readonly number[] = [6, 5];

/** Draws a figure as a colored line with a black and white halo, which is visible on any image. */
export function paintFigure(
  context: Context,
  view: View,
  figure: Figure,
  emphasis: Emphasis = "plain",
  opacity = FILL,
): void {
  const { shape, color, isSuggestion, author = 1 } = figure;
  const dashes = isSuggestion ? DASHED : dashesOf(author);
  const alpha = Math.min(1, emphasis === "hovered" ? opacity + HOVERED : opacity);
  if (shape.kind === "mask") return; // see `paintMasks`
  if (shape.kind === "box" && dashes.length === 0 && !isTurned(shape.box)) {
    paintUpright(context, view, shape.box, color, emphasis, alpha);
    return;
  }
  context.setLineDash([]);
  trace(context, view, shape);
  if (shape.kind !== "points") {
    context.fillStyle = color;
    context.globalAlpha = alpha;
    context.fill("evenodd");
    context.globalAlpha = 1;
  }
  strokeHaloed(context, color, LINE[emphasis], dashes);
  if (shape.kind === "points") paintPoints(context, view, shape, color);
}

/** Draws an upright rectangle like `paintFigure`, but much faster than as a path. */
function paintUpright(
  context: Context,
  view: View,
  box: RotatedBox,
  color: string,
  emphasis: Emphasis,
  alpha: number,
): void {
  const [x, y] = toPage(view, [box.x, box.y]);
  const [width, height] = [box.width * view.scale, box.height * view.scale];
  context.lineJoin = "miter";
  context.fillStyle = color;
  context.globalAlpha = alpha;
  context.fillRect(x, y, width, height);
  context.globalAlpha = 1;
  const halo = Math.min(width, height) < SMALL ? SMALL_HALO : HALO;
  for (const [style, more] of [...halo, [color, 0]] as const) {
    context.strokeStyle = style;
    context.lineWidth = LINE[emphasis] + more;
    context.strokeRect(x, y, width, height);
  }
}

/** Strokes the current path; with dashes, in CSS pixels, on a white line. */
export function strokeHaloed(
  context: Context,
  color: string,
  width: number,
  dashes: readonly number[] = [],
): void {
  context.setLineDash([]);
  context.lineJoin = "round";
  context.lineWidth = width + 3;
  context.strokeStyle = "rgb(0 0 0 / 60%)";
  context.stroke();
  context.lineWidth = width + (dashes.length > 0 ? 0 : 1.2);
  context.strokeStyle = "#fff";
  context.stroke();
  context.setLineDash([...dashes]);
  context.lineWidth = width;
  context.strokeStyle = color;
  context.stroke();
  context.setLineDash([]);
}

function trace(context: Context, view: View, shape: Shape): void {
  context.beginPath();
  if (shape.kind === "box") traceBox(context, view, shape.box);
  else if (shape.kind === "outline") for (const ring of shape.rings) traceRing(context, view, ring);
  else if (shape.kind === "points") traceLines(context, view, shape);
}

function traceBox(context: Context, view: View, box: RotatedBox): void {
  if (isTurned(box)) {
    traceRing(
      context,
      view,
      corners(box).map(({ x, y }): Point => [x, y]),
    );
  } else {
    const [x, y] = toPage(view, [box.x, box.y]);
    context.rect(x, y, box.width * view.scale, box.height * view.scale);
  }
}

function traceRing(context: Context, { scale, x, y }: View, ring: Ring): void {
  let isFirst = true;
  for (const [imageX, imageY] of ring) {
    if (isFirst) context.moveTo(imageX * scale + x, imageY * scale + y);
    else context.lineTo(imageX * scale + x, imageY * scale + y);
    isFirst = false;
  }
  context.closePath();
}

function traceLines(context: Context, view: View, { points, lines }: PointsShape): void {
  const places = new Map(points.map(({ name, at }) => [name, toPage(view, at)]));
  for (const [one, other] of lines) {
    const [from, to] = [places.get(one), places.get(other)];
    if (from === undefined || to === undefined) continue;
    context.moveTo(...from);
    context.lineTo(...to);
  }
}

function paintPoints(context: Context, view: View, { points }: PointsShape, color: string): void {
  for (const { at, isHidden } of points) {
    const [x, y] = toPage(view, at);
    context.beginPath();
    context.arc(x, y, POINT_RADIUS, 0, 2 * Math.PI);
    context.fillStyle = isHidden ? "rgb(255 255 255 / 60%)" : color;
    context.fill();
    strokeHaloed(context, isHidden ? color : "#fff", 1.5);
  }
}

/** Draws the square handles. */
export function paintHandles(context: Context, places: readonly Point[]): void {
  for (const [x, y] of places) {
    context.beginPath();
    context.rect(x - HANDLE / 2, y - HANDLE / 2, HANDLE, HANDLE);
    context.fillStyle = "#fff";
    context.fill();
    context.lineWidth = 1.5;
    context.strokeStyle = "rgb(0 0 0 / 80%)";
    context.stroke();
  }
}

/** The positions on the page of a box's handles, including the one that rotates it. */
export function handlePlaces(view: View, box: RotatedBox): ReadonlyMap<Handle | "turn", Point> {
  const places = new Map<Handle | "turn", Point>(
    HANDLES.map((handle) => [handle, toPage(view, handlePoint(box, handle))]),
  );
  const [top, bottom] = [places.get("n") ?? [0, 0], places.get("s") ?? [0, 0]];
  const height = Math.hypot(top[0] - bottom[0], top[1] - bottom[1]) || 1;
  const share = TURN_REACH / height;
  return places.set("turn", [top[0] + (top[0] - bottom[0]) * share, top[1] + (top[1] - bottom[1]) * share]);
}

/** The most characters of a label that a tag shows. */
const LONGEST_TAG = 40;

const TAG_FONT = "600 12px Inter, system-ui, sans-serif";

/** A tag's height, and how much wider than its text it is, in CSS pixels. */
const TAG = { height: 18, more: 17 };

/**
 * Draws the names of points beside them: to the right and below, else where neither another name nor the figure's tag is, else not at all. A name that is left out
 * is in the list of points.
 */
export function paintNames(
  context: Context,
  names: readonly (readonly [name: string, at: Point])[],
  tag: Box,
): void {
  context.font = TAG_FONT;
  const sizes = names.map(([name, at]) => ({ at, width: context.measureText(name).width + TAG.more }));
  const places = freePlaces(sizes, { height: TAG.height, room: context.canvas.clientWidth, other: [tag] });
  for (const [index, at] of places.entries()) {
    const name = names[index]?.[0];
    if (at !== undefined && name !== undefined) paintTag(context, name, "#fff", [at[0], at[1] + 22]);
  }
}

/** Draws a figure's tag above its starting point, or below those of `others` that stand there; returns where. */
export function paintTag(
  context: Context,
  name: string,
  color: string,
  [left, y]: Point,
  others: readonly Box[] = [],
): Box {
  context.font = TAG_FONT;
  const text = name.length > LONGEST_TAG ? `${name.slice(0, LONGEST_TAG - 1)}…` : name;
  const width = context.measureText(text).width + TAG.more;
  const x = Math.max(0, Math.min(left, context.canvas.clientWidth - width));
  const top = freeTop({ x, y: Math.max(2, y - 22), width, height: TAG.height }, others);
  context.fillStyle = "rgb(15 18 28 / 88%)";
  context.fillRect(x, top, width, TAG.height);
  context.fillStyle = "#fff"; // around the color, which may be as dark as the tag
  context.fillRect(x, top, 7, TAG.height);
  context.fillStyle = color;
  context.fillRect(x + 1, top + 1, 5, TAG.height - 2);
  context.fillStyle = "#fff";
  context.textBaseline = "middle";
  context.fillText(text, x + 11, top + 9.5);
  return { x, y: top, width, height: TAG.height };
}
