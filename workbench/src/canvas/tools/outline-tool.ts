import { pointWithin } from "@assay/domain/geometry/box-edits.ts";
import { cornersBetween } from "@assay/domain/geometry/ring-edits.ts";
import type { Point, Ring } from "@assay/domain/outline.ts";
import { strings } from "#strings/canvas.ts";
import { outlineFault } from "../outline-fault.ts";
import { paintHandles, strokeHaloed } from "../paint.ts";
import type { Touch } from "../pointers.ts";
import { toPage, type View } from "../view.ts";
import { paintSnap, SNAP, type Snapped, snapped } from "./snap.ts";
import { CLICK, GRIP, isFar, type Tool, type ToolHost } from "./tool.ts";

/** The distance in CSS pixels between points of a line drawn by dragging. */
const FREEHAND = 10;

/** The corners that were placed, and where the next one would be. */
class Corners {
  points: readonly Point[] = [];
  /** Where the pointer is, or snaps to. */
  to: Point = [0, 0];
  target: Snapped | undefined;
  /** The outline on which the last corner is. */
  #lastRing: Ring | undefined;
  readonly #host: ToolHost;

  constructor(host: ToolHost) {
    this.#host = host;
  }

  aim({ at, pixel, isFree = false }: Touch, mayOnlyFollow: boolean): void {
    this.target = isFree || mayOnlyFollow ? undefined : snapped(this.#host, at, SNAP * pixel);
    this.to = this.target?.at ?? at;
  }

  add(at: Point): void {
    this.points = [...this.points, pointWithin(at, this.#host.image)];
    this.#lastRing = undefined;
  }

  /** Adds a corner where the pointer snaps; with Shift also those of the same outline between it and the last one. */
  addAimed(isShift: boolean): void {
    const [last, target] = [this.points.at(-1), this.target];
    if (isShift && last !== undefined && target !== undefined && target.ring === this.#lastRing)
      this.points = [...this.points, ...cornersBetween(target.ring, last, target.at)];
    this.add(this.to);
    this.#lastRing = target?.ring;
  }

  /** Keeps only so many; returns whether there were any. */
  keep(count: number): boolean {
    const wasAny = this.points.length > 0;
    this.points = this.points.slice(0, count);
    this.#lastRing = undefined;
    return wasAny;
  }
}

/**
 * Draws an outline by clicks on corners or by a drag along the edge; the first corner, Enter or a double click closes
 * it. Corners snap to other outlines, except with Ctrl; with Shift the outline follows another one from its last corner, so that both
 * share an edge. `keep` gets the outline.
 */
export function outlineTool(host: ToolHost, keep: (ring: Ring) => void = addOutline(host)): Tool {
  const corners = new Corners(host);
  let pressedAt: Point | undefined;
  let isDragging = false;

  function close(): boolean {
    const { points } = corners;
    if (points.length === 0) return false;
    const fault = outlineFault(points);
    if (fault === undefined) {
      corners.keep(0);
      keep(points);
    } else {
      host.refuse(strings.faults[fault]);
    }
    host.changed();
    return true;
  }

  const keepOnly = (count: number) => {
    const wasBusy = corners.keep(count);
    host.changed();
    return wasBusy;
  };
  const isAtFirst = ({ at, pixel }: Touch) => {
    const [first] = corners.points;
    return first !== undefined && corners.points.length > 2 && !isFar(first, at, GRIP * pixel);
  };

  return {
    ...{ id: "polygon", title: strings.tools.polygon, key: "P", cursor: "crosshair", isDrawing: true },
    hasHandles: true,
    down(touch) {
      pressedAt = touch.place;
      corners.aim(touch, false);
      const last = corners.points.at(-1);
      if (isAtFirst(touch)) close();
      else if (last === undefined || isFar(last, touch.at, CLICK * touch.pixel))
        corners.addAimed(touch.isShift);
      else if (corners.points.length > 2) close(); // a double click
      host.changed();
    },
    move(touches) {
      for (const touch of touches) {
        corners.aim(touch, isDragging);
        if (pressedAt === undefined || corners.points.length === 0) continue;
        isDragging ||= isFar(touch.place, pressedAt, CLICK * 2);
        const last = corners.points.at(-1);
        if (isDragging && last !== undefined && isFar(last, touch.at, FREEHAND * touch.pixel))
          corners.add(touch.at);
      }
      host.changed();
    },
    up(touch) {
      if (isDragging && isAtFirst(touch)) close();
      [pressedAt, isDragging] = [undefined, false];
    },
    finishTitle: () => (corners.points.length > 2 ? strings.finish : undefined),
    finish: close,
    stepBack: () => keepOnly(Math.max(0, corners.points.length - 1)),
    cancel: () => keepOnly(0),
    isBusy: () => corners.points.length > 0,
    paint(context, view) {
      paintOutline(context, view, [...corners.points, pointWithin(corners.to, host.image)], host.color());
      if (corners.target !== undefined) paintSnap(context, view, corners.target.at, host.color());
    },
  };
}

function addOutline(host: ToolHost): (ring: Ring) => void {
  return (ring) => host.add({ kind: "outline", rings: [ring] });
}

/** The corners so far with the pointer; undefined if there are no corners. */
function paintOutline(
  context: CanvasRenderingContext2D,
  view: View,
  points: readonly Point[],
  color: string,
): void {
  if (points.length < 2) return;
  const places = points.map((point) => toPage(view, point));
  context.beginPath();
  for (const place of places) context.lineTo(...place);
  strokeHaloed(context, color, 2);
  paintHandles(context, places.slice(0, -1));
}
