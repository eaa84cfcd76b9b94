import { pointWithin } from "@assay/domain/geometry/box-edits.ts";
import type { Point } from "@assay/domain/outline.ts";
import { strings } from "#strings/canvas.ts";
import { outlineFault } from "../outline-fault.ts";
import { paintHandles, strokeHaloed } from "../paint.ts";
import { toPage, type View } from "../view.ts";
import { CLICK, GRIP, isFar, type Tool, type ToolHost } from "./tool.ts";

/** The distance in CSS pixels between points of a line drawn by dragging. */
const FREEHAND = 10;

/**
 * Draws an outline by clicks on corners or by a drag along the edge; the first corner, Enter or a double click closes
 * it.
 */
export function outlineTool(host: ToolHost): Tool {
  let points: readonly Point[] = [];
  let to: Point = [0, 0];
  let pressedAt: Point | undefined;
  let isDragging = false;

  function close(): boolean {
    if (points.length === 0) return false;
    const fault = outlineFault(points);
    if (fault === undefined) {
      const ring = points;
      points = [];
      host.add({ kind: "outline", rings: [ring] });
    } else {
      host.refuse(strings.faults[fault]);
    }
    host.changed();
    return true;
  }

  function add(at: Point): void {
    points = [...points, pointWithin(at, host.image)];
  }

  return {
    ...{ id: "polygon", title: strings.tools.polygon, key: "P", cursor: "crosshair", isDrawing: true },
    down({ at, place, pixel }) {
      pressedAt = place;
      to = at;
      const [first] = points;
      const last = points.at(-1);
      if (first !== undefined && points.length > 2 && !isFar(first, at, GRIP * pixel)) close();
      else if (last === undefined || isFar(last, at, CLICK * pixel)) add(at);
      else if (points.length > 2) close(); // a double click
      host.changed();
    },
    move(touches) {
      for (const { at, place, pixel } of touches) {
        to = at;
        if (pressedAt === undefined || points.length === 0) continue;
        isDragging ||= isFar(place, pressedAt, CLICK * 2);
        const last = points.at(-1);
        if (isDragging && last !== undefined && isFar(last, at, FREEHAND * pixel)) add(at);
      }
      if (points.length > 0) host.changed();
    },
    up({ at, pixel }) {
      const [first] = points;
      if (isDragging && first !== undefined && points.length > 2 && !isFar(first, at, GRIP * pixel)) close();
      [pressedAt, isDragging] = [undefined, false];
    },
    finish: close,
    stepBack() {
      const wasBusy = points.length > 0;
      points = points.slice(0, -1);
      host.changed();
      return wasBusy;
    },
    cancel() {
      const wasBusy = points.length > 0;
      points = [];
      host.changed();
      return wasBusy;
    },
    isBusy: () => points.length > 0,
    paint: (context, view) =>
      paintOutline(context, view, [...points, pointWithin(to, host.image)], host.color()),
  };
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
