import { strokeRuns } from "@assay/domain/geometry/strokes.ts";
import type { Point } from "@assay/domain/outline.ts";
import type { Runs } from "@assay/domain/run-length.ts";
import { strings } from "#strings/canvas.ts";
import { DASHED, strokeHaloed } from "../paint.ts";
import { toPage, type View } from "../view.ts";
import type { Tool, ToolHost } from "./tool.ts";

/** The width of the brush, shared by brush and eraser. */
export interface BrushSize {
  /** In image pixels. */
  readonly get: () => number;
  readonly set: (diameter: number) => void;
}

/** Called with the pixels of a finished stroke. */
export type Commit = (runs: Runs, isErasing: boolean) => void;

/** The next size: a sixth larger or smaller, at least one pixel. */
export function resized(diameter: number, steps: number): number {
  const step = Math.max(1, Math.round(diameter / 6));
  return Math.min(1_000, Math.max(1, diameter + steps * step));
}

/** Paints or erases with a round brush; with Shift a straight line from the end of the last stroke. */
export function brushTool(host: ToolHost, size: BrushSize, commit: Commit, isErasing: boolean): Tool {
  let points: Point[] = [];
  let last: Point | undefined;
  let to: Point | undefined;

  function stroke(): boolean {
    if (points.length === 0) return false;
    const runs = strokeRuns(points, size.get() / 2, [host.image.height, host.image.width]);
    last = points.at(-1);
    points = [];
    if (runs.length > 0) commit(runs, isErasing);
    host.changed();
    return true;
  }

  function takeBack(): boolean {
    const wasBusy = points.length > 0;
    points = [];
    if (wasBusy) host.say(strings.pen.takenBack);
    host.changed();
    return wasBusy;
  }

  return {
    ...(isErasing
      ? { id: "eraser", title: strings.tools.eraser, key: "E", pen: strings.pen.eraser }
      : { id: "brush", title: strings.tools.brush, key: "M", pen: strings.pen.brush }),
    ...{ cursor: "none", isDrawing: true },
    down({ at, isShift }) {
      to = at;
      points = isShift && last !== undefined ? [last, at] : [at];
      host.changed();
    },
    move(touches) {
      for (const { at } of touches) {
        if (points.length > 0) points.push(at);
        to = at;
      }
      host.changed();
    },
    up({ at }) {
      if (points.length === 0) return;
      points.push(at);
      stroke();
    },
    finish: stroke,
    keep() {
      stroke(); // the stroke shows itself
      return false;
    },
    stepBack: takeBack,
    cancel: takeBack,
    isBusy: () => points.length > 0,
    wheel(turns) {
      size.set(resized(size.get(), Math.sign(turns)));
      host.say(strings.brushSize(size.get())); // the panel shows the size too
    },
    paint(context, view) {
      const color = isErasing ? "#ffffff" : host.color();
      if (points.length > 0) paintStroke(context, view, points, size.get(), color);
      if (to === undefined) return;
      const [x, y] = toPage(view, to);
      context.beginPath();
      context.arc(x, y, Math.max(1, (size.get() / 2) * view.scale), 0, 2 * Math.PI);
      strokeHaloed(context, color, 1.5, isErasing ? DASHED : []);
    },
  };
}

function paintStroke(
  context: CanvasRenderingContext2D,
  view: View,
  points: readonly Point[],
  diameter: number,
  color: string,
): void {
  context.beginPath();
  for (const [index, point] of points.entries()) {
    const [x, y] = toPage(view, point);
    if (index === 0) context.moveTo(x + 0.01, y); // a line without length would not be drawn
    context.lineTo(x, y);
  }
  context.lineWidth = diameter * view.scale;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.strokeStyle = color;
  context.globalAlpha = 0.55;
  context.stroke();
  context.globalAlpha = 1;
  context.lineCap = "butt";
}
