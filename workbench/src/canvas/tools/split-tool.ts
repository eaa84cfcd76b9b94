import type { Point } from "@assay/domain/outline.ts";
import { strings } from "#strings/canvas.ts";
import { DASHED, paintHandles, strokeHaloed } from "../paint.ts";
import { toPage } from "../view.ts";
import { CLICK, isFar, type Tool, type ToolHost } from "./tool.ts";

/** Draws a line, by a drag or by clicks that Enter or a double click ends, along which `split` divides outlines. */
export function splitTool(host: ToolHost, split: (line: readonly Point[]) => void): Tool {
  let points: readonly Point[] = [];
  let to: Point = [0, 0];
  let pressedAt: Point | undefined;

  function finish(): boolean {
    const [line, wasBusy] = [points, points.length > 0];
    points = [];
    if (line.length > 1) split(line);
    host.changed();
    return wasBusy;
  }

  return {
    ...{ id: "split", title: strings.tools.split, key: "X", cursor: "crosshair", isDrawing: true },
    down({ at, place, pixel }) {
      [pressedAt, to] = [place, at];
      const last = points.at(-1);
      if (last === undefined || isFar(last, at, CLICK * pixel)) points = [...points, at];
      else finish(); // a double click
      host.changed();
    },
    move(touches) {
      to = touches.at(-1)?.at ?? to;
      if (points.length > 0) host.changed();
    },
    up({ at, place }) {
      const isDragged = pressedAt !== undefined && isFar(place, pressedAt, CLICK * 2);
      pressedAt = undefined;
      if (!isDragged || points.length === 0) return;
      points = [...points, at];
      finish();
    },
    finish,
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
    paint(context, view) {
      if (points.length === 0) return;
      const places = [...points, to].map((point) => toPage(view, point));
      context.beginPath();
      for (const place of places) context.lineTo(...place);
      strokeHaloed(context, "#fff", 1.5, DASHED);
      paintHandles(context, places.slice(0, -1));
    },
  };
}
