import type { Box } from "@assay/domain/box.ts";
import type { Point } from "@assay/domain/outline.ts";
import { paintMaskOver } from "../../canvas/mask-raster.ts";
import {
  handlePlaces,
  paintFigure,
  paintHandles,
  paintNames,
  paintTag,
  strokeHaloed,
} from "../../canvas/paint.ts";
import { boundsOf, type Figure, type Shape } from "../../canvas/shape.ts";
import { readPoint } from "../../canvas/tools/points-tool.ts";
import { MANY_CORNERS } from "../../canvas/tools/select-tool.ts";
import { draft } from "../../canvas/tools/tool.ts";
import { type Size, toPage, type View } from "../../canvas/view.ts";
import { isPenDown } from "./cross.ts";
import type { LabeledObject } from "./entry.ts";
import type { ObjectSession } from "./session.ts";

type Context = CanvasRenderingContext2D;

/** With more selected objects the selection is not highlighted. */
const MANY = 300;

/** The radius in CSS pixels of the disc that shows a pen that is down. */
const PEN = 8;

/** With more tags they would cover each other. */
const MANY_TAGS = 100;

/** Draws the hovered and selected objects, their handles, the current drawing and the cross. */
export function paintSession<O extends LabeledObject>(
  session: ObjectSession<O>,
  context: Context,
  view: View,
): void {
  const { selection, pending, cross } = session.state();
  const { hovered, tool, previews, look } = session;
  const pointer = session.pointer();
  if (session.state().wasShown || look.hasTags) paintTags(session, context, view);
  if (look.hasCrosshair && tool.cursor === "crosshair" && pointer !== undefined)
    paintCrosshair(context, view, pointer, session.image);
  const hover = hovered === undefined || selection.has(hovered) ? undefined : session.figureOf(hovered);
  if (hover !== undefined) paintStanding(context, view, hover, "hovered", look.opacity);
  const keys =
    selection.size > MANY ? [...previews.keys()] : [...new Set([...selection, ...previews.keys()])];
  const figures = keys.flatMap((key) =>
    session.state().hidden.has(key) ? [] : (session.figureOf(key) ?? []),
  );
  for (const figure of figures)
    paintStanding(context, view, figure, "selected", look.opacity, figures.length === 1);
  const [only] = figures;
  if (only !== undefined && figures.length === 1 && !session.isReadOnly) paintHandlesOf(context, view, only);
  if (pending !== undefined) paintPending(context, view, pending, session.color());
  tool.paint?.(context, view);
  if (cross === undefined) return;
  if (isPenDown(session)) paintPen(context, toPage(view, cross), session.color());
  paintCross(context, toPage(view, cross));
}

/** Draws the labels of the objects in sight, if there are few enough to read. */
function paintTags<O extends LabeledObject>(session: ObjectSession<O>, context: Context, view: View): void {
  const keys = session.surface?.inSight() ?? [];
  if (keys.length > MANY_TAGS) return;
  const { selection } = session.state();
  const tags: Box[] = [];
  // those of selected objects keep their places: they are drawn again, over the others
  for (const key of keys.toSorted((a, b) => Number(selection.has(b)) - Number(selection.has(a)))) {
    const figure = session.figureOf(key);
    if (figure !== undefined) tags.push(paintTagOf(context, view, figure, tags));
  }
}

/** Draws the shape that waits for its label. */
function paintPending(context: Context, view: View, shape: Shape, color: string): void {
  const figure = draft(shape, color);
  if (shape.kind === "mask") paintMaskOver(context, view, { ...figure, shape });
  else paintFigure(context, view, figure, "selected");
}

function paintStanding(
  context: Context,
  view: View,
  figure: Figure,
  emphasis: "hovered" | "selected",
  opacity: number | undefined,
  hasTag = true,
): void {
  paintFigure(context, view, figure, emphasis, opacity);
  if (hasTag) paintTagOf(context, view, figure);
}

/** The highest corner of a rotated box; the upper left corner of other shapes. */
function paintTagOf(
  context: Context,
  view: View,
  { shape, tag, color }: Figure,
  others: readonly Box[] = [],
): Box {
  const { x, y } = boundsOf(shape);
  const handles = shape.kind === "box" && shape.box.rotation ? handlePlaces(view, shape.box) : undefined;
  const corners = (["nw", "ne", "se", "sw"] as const).flatMap((corner) =>
    [handles?.get(corner) ?? []].flatMap((place) => (place.length === 2 ? [place] : [])),
  );
  const [highest = toPage(view, [x, y])] = corners.toSorted((a, b) => a[1] - b[1]);
  return paintTag(context, tag, color, highest, others);
}

function paintHandlesOf(context: Context, view: View, figure: Figure): void {
  const { shape } = figure;
  if (shape.kind === "box") {
    const places = handlePlaces(view, shape.box);
    const [top, turn] = [places.get("n"), places.get("turn")];
    if (top !== undefined && turn !== undefined) {
      context.beginPath();
      context.moveTo(...top);
      context.lineTo(...turn);
      strokeHaloed(context, "#fff", 1);
    }
    paintHandles(context, [...places.values()]);
  } else if (shape.kind === "outline") {
    const corners = shape.rings.flat();
    if (corners.length <= MANY_CORNERS)
      paintHandles(
        context,
        corners.map((corner) => toPage(view, corner)),
      );
  } else if (shape.kind === "points") {
    paintNames(
      context,
      shape.points.map(({ name, at }) => [readPoint(name), toPage(view, at)] as const),
      paintTagOf(context, view, figure), // it stands there already
    );
  }
}

/** Lines across the image through the pointer, dark beneath light, so that they show on any image. */
function paintCrosshair(context: Context, view: View, pointer: Point, image: Size): void {
  const [x, y] = toPage(view, pointer).map((place) => Math.round(place) + 0.5);
  const [[left, top], [right, bottom]] = [toPage(view, [0, 0]), toPage(view, [image.width, image.height])];
  if (x === undefined || y === undefined || x < left || y < top || x > right + 1 || y > bottom + 1) return;
  context.beginPath();
  context.moveTo(left, y);
  context.lineTo(right, y);
  context.moveTo(x, top);
  context.lineTo(x, bottom);
  for (const [style, width] of [
    ["rgb(0 0 0 / 45%)", 3],
    ["rgb(255 255 255 / 90%)", 1],
  ] as const) {
    context.strokeStyle = style;
    context.lineWidth = width;
    context.stroke();
  }
}

/** A disc around the cross, as wide as the cross: the pen is down, however thin it is. */
function paintPen(context: Context, [x, y]: readonly [number, number], color: string): void {
  context.beginPath();
  context.arc(x, y, PEN, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill();
  strokeHaloed(context, "#fff", 1.5);
}

function paintCross(context: Context, [x, y]: readonly [number, number]): void {
  context.beginPath();
  context.moveTo(x - 14, y);
  context.lineTo(x + 14, y);
  context.moveTo(x, y - 14);
  context.lineTo(x, y + 14);
  strokeHaloed(context, "#fff", 1.5);
}
