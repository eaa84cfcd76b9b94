import { resizeBox, rotationTowards } from "@assay/domain/geometry/box-edits.ts";
import { nearestLine, nearestOnLine } from "@assay/domain/geometry/ring-edits.ts";
import type { Point } from "@assay/domain/outline.ts";
import { strings } from "#strings/canvas.ts";
import { handlePlaces, strokeHaloed } from "../paint.ts";
import type { Touch } from "../pointers.ts";
import { moveShape, type Shape } from "../shape.ts";
import { toPage, type View } from "../view.ts";
import { SNAP, snapped } from "./snap.ts";
import { CLICK, GRIP, isFar, type Tool, type ToolHost } from "./tool.ts";

/** The shape during a drag, and the name of the change. */
interface Hold {
  readonly done: string;
  readonly shapesAt: (at: Point) => ReadonlyMap<string, Shape>;
}

/** Outlines with more corners get no handles, which would hide them; redraw them instead. */
export const MANY_CORNERS = 400;

/** The step in degrees of a rotation with Shift. */
const TURN_STEP = 15;

/**
 * Selects and moves shapes, and edits the selected one by its handles. `viewOf` gives the view for the handles'
 * positions.
 */
export function selectTool(host: ToolHost, viewOf: () => View): Tool {
  let hold: Hold | undefined;
  let pressedAt: Point | undefined;
  let isMoved = false;
  /** Where a press would add a corner to the selected outline. */
  let hint: Point | undefined;

  function showHint(touch: Touch): void {
    const before = hint;
    hint = hold === undefined ? cornerHint(host, touch, viewOf()) : undefined;
    if (hint !== undefined || before !== undefined) host.changed();
  }

  function move({ at, place }: Touch): void {
    if (hold === undefined || pressedAt === undefined) return;
    isMoved ||= isFar(place, pressedAt, CLICK);
    if (isMoved) host.preview(hold.shapesAt(at));
  }

  function release(): void {
    [hold, pressedAt, isMoved] = [undefined, undefined, false];
    host.preview(new Map());
  }

  return {
    ...{ id: "select", title: strings.tools.select, key: "V", cursor: "default", isDrawing: false },
    down(touch) {
      pressedAt = touch.place;
      hold = handleHold(host, touch, viewOf()) ?? bodyHold(host, touch);
      host.changed();
    },
    move(touches) {
      const last = touches.at(-1);
      if (last === undefined) return;
      move(last);
      showHint(last);
    },
    up(touch) {
      move(touch);
      const shapes = isMoved ? hold?.shapesAt(touch.at) : undefined;
      const done = hold?.done ?? "";
      release();
      if (shapes !== undefined) host.replace(shapes, done);
    },
    cancel() {
      const wasBusy = hold !== undefined && isMoved;
      release();
      return wasBusy;
    },
    isBusy: () => isMoved,
    paint(context, view) {
      if (hint === undefined) return;
      const [x, y] = toPage(view, hint);
      context.beginPath();
      context.arc(x, y, 5, 0, 2 * Math.PI);
      context.moveTo(x - 2.5, y);
      context.lineTo(x + 2.5, y);
      context.moveTo(x, y - 2.5);
      context.lineTo(x, y + 2.5);
      strokeHaloed(context, "#000", 1);
    },
  };
}

/** Whether a press is on a corner of the only selected outline, where its handle is shown. */
export function isOnCorner(host: ToolHost, touch: Touch, view: View): boolean {
  const shape = selectedOutline(host);
  return shape !== undefined && shape.rings.flat().length <= MANY_CORNERS && isAtCorner(shape, touch, view);
}

function selectedOutline(host: ToolHost): Outline | undefined {
  const [key, ...others] = host.selection();
  const shape = key === undefined || others.length > 0 ? undefined : host.shapeOf(key);
  return shape?.kind === "outline" ? shape : undefined;
}

function isAtCorner({ rings }: Outline, { place }: Touch, view: View): boolean {
  return rings.some((ring) => ring.some((corner) => isNearPlace(toPage(view, corner), place)));
}

/** The place on a line of the only selected outline, away from its corners, where a press adds a corner. */
function cornerHint(host: ToolHost, touch: Touch, view: View): Point | undefined {
  const shape = selectedOutline(host);
  if (shape === undefined || isAtCorner(shape, touch, view)) return undefined;
  const { at, pixel } = touch;
  for (const ring of shape.rings) {
    const { index, distance } = nearestLine(ring, at);
    const from = ring[index] ?? at;
    if (distance <= CLICK * pixel) return nearestOnLine(at, from, ring[(index + 1) % ring.length] ?? from);
  }
  return undefined;
}

function isNearPlace([x, y]: Point, [otherX, otherY]: Point): boolean {
  return Math.max(Math.abs(x - otherX), Math.abs(y - otherY)) <= GRIP;
}

/** Selects the shape under the pointer, with Shift in addition, and starts to drag the selection. */
function bodyHold(host: ToolHost, { at, pixel, isShift, isCoarse }: Touch): Hold | undefined {
  const [first, ...others] = host.at(at, (isCoarse ? GRIP : CLICK) * pixel);
  const selection = host.selection();
  if (first === undefined) {
    if (!isShift) host.select([]);
    return undefined;
  }
  const held = [first, ...others].find((key) => selection.has(key));
  if (isShift) {
    host.select(selection.has(first) ? [...selection].filter((key) => key !== first) : [...selection, first]);
  } else if (held === undefined || (selection.size === 1 && held !== first)) {
    host.select([first]);
  }
  const shapes = [...host.selection()].flatMap((key): [string, Shape][] => {
    const shape = host.shapeOf(key);
    return shape === undefined ? [] : [[key, shape]];
  });
  return {
    done: "moved",
    shapesAt: (to) =>
      new Map(
        shapes.map(([key, shape]) => [key, moveShape(shape, [to[0] - at[0], to[1] - at[1]], host.image)]),
      ),
  };
}

/** Starts to drag a handle of the only selected shape. */
function handleHold(host: ToolHost, touch: Touch, view: View): Hold | undefined {
  const [key, ...others] = host.selection();
  const shape = key === undefined || others.length > 0 ? undefined : host.shapeOf(key);
  if (key === undefined || shape === undefined) return undefined;
  const snap = (to: Point) =>
    within(touch.isFree ? to : (snapped(host, to, SNAP * touch.pixel, key)?.at ?? to), host.image);
  const edit = editAt(shape, touch, view, host, snap);
  return edit && { done: edit.done, shapesAt: (to) => new Map([[key, edit.at(to)]]) };
}

interface ShapeEdit {
  readonly done: string;
  readonly at: (to: Point) => Shape;
}

function editAt(
  shape: Shape,
  touch: Touch,
  view: View,
  { image }: ToolHost,
  snap: (to: Point) => Point,
): ShapeEdit | undefined {
  const isNear = (place: Point) => isNearPlace(place, touch.place);
  if (shape.kind === "box") {
    const near = [...handlePlaces(view, shape.box)].filter(([, place]) => isNear(place));
    const handle = near.sort(([, one], [, other]) => gap(one, touch) - gap(other, touch))[0]?.[0];
    if (handle === undefined) return undefined;
    if (handle !== "turn") {
      return { done: "resized", at: (to) => ({ ...shape, box: resizeBox(shape.box, handle, to, image) }) };
    }
    const step = (degrees: number) => (touch.isShift ? Math.round(degrees / TURN_STEP) * TURN_STEP : degrees);
    return {
      done: "turned",
      at: (to) => ({ ...shape, box: { ...shape.box, rotation: step(rotationTowards(shape.box, to)) } }),
    };
  }
  if (shape.kind === "points") {
    const index = shape.points.findIndex(({ at }) => isNear(toPage(view, at)));
    if (index === -1) return undefined;
    return {
      done: strings.done.pointMoved,
      at: (to) => ({
        ...shape,
        points: shape.points.with(index, { ...pick(shape.points, index), at: within(to, image) }),
      }),
    };
  }
  return shape.kind === "outline" ? ringEdit(shape, touch, view, isNear, snap) : undefined;
}

type Outline = Extract<Shape, { kind: "outline" }>;

/** Moves a corner of an outline, removes it (with Alt), or adds one on a line. */
function ringEdit(
  shape: Outline,
  { at, pixel, isAlt }: Touch,
  view: View,
  isNear: (place: Point) => boolean,
  snap: (to: Point) => Point,
): ShapeEdit | undefined {
  for (const [place, ring] of shape.rings.entries()) {
    const withRing = (next: readonly Point[]): Shape => ({ ...shape, rings: shape.rings.with(place, next) });
    const corner = ring.findIndex((point) => isNear(toPage(view, point)));
    if (corner !== -1) {
      if (isAlt && ring.length > 3)
        return { done: strings.done.cornerRemoved, at: () => withRing(ring.toSpliced(corner, 1)) };
      return { done: strings.done.cornerMoved, at: (to) => withRing(ring.with(corner, snap(to))) };
    }
    const { index, distance } = nearestLine(ring, at);
    if (distance <= CLICK * pixel) {
      return {
        done: strings.done.cornerAdded,
        at: (to) => withRing(ring.toSpliced(index + 1, 0, snap(to))),
      };
    }
  }
  return undefined;
}

function within([x, y]: Point, { width, height }: ToolHost["image"]): Point {
  return [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)];
}

function gap([x, y]: Point, { place }: Touch): number {
  return Math.hypot(x - place[0], y - place[1]);
}

function pick<V>(values: readonly V[], index: number): V {
  const value = values[index];
  if (value === undefined) throw new RangeError(strings.faults.noValue(index));
  return value;
}
