import { boxOnSide, boxWithin } from "@assay/domain/geometry/box-edits.ts";
import type { Point } from "@assay/domain/outline.ts";
import type { RotatedBox } from "@assay/domain/rotated-box.ts";
import { strings } from "#strings/canvas.ts";
import { paintFigure, strokeHaloed } from "../paint.ts";
import { toPage } from "../view.ts";
import { cornersTool } from "./corners-tool.ts";
import { CLICK, draft, isFar, type Tool, type ToolHost } from "./tool.ts";

/** Boxes with a shorter side, in CSS pixels, are discarded as accidental. */
const LEAST = 3;

/** Draws a box by a drag, or by a click on two opposite corners. */
export function boxTool(host: ToolHost): Tool {
  return cornersTool(host, {
    ...{ id: "box", title: strings.tools.box, key: "B" },
    isMeant: ({ width, height }, pixel) => width >= LEAST * pixel && height >= LEAST * pixel,
    shapeIn: (box) => ({ kind: "box", box }),
    add: (box) => host.add({ kind: "box", box: boxWithin(box, host.image) }),
  });
}

/** Draws a rotated box by three points: the ends of one side, then the width. */
export function rotatedBoxTool(host: ToolHost): Tool {
  let points: readonly Point[] = [];
  let to: Point = [0, 0];
  let pressedAt: Point | undefined;

  function add(at: Point, pixel: number): void {
    const last = points.at(-1);
    if (last !== undefined && !isFar(last, at, CLICK * pixel)) return;
    points = [...points, at];
    const box = boxSoFar();
    if (points.length < 3 || box === undefined) return;
    points = [];
    host.add({ kind: "box", box });
  }

  function boxSoFar(): RotatedBox | undefined {
    const [start, end, beyond = to] = points;
    return start && end && boxOnSide(start, end, beyond, host.image);
  }

  return {
    ...{ id: "rotated-box", title: strings.tools.rotatedBox, key: "R", cursor: "crosshair", isDrawing: true },
    down({ at, place, pixel }) {
      pressedAt = place;
      to = at;
      add(at, pixel);
      host.changed();
    },
    move(touches) {
      to = touches.at(-1)?.at ?? to;
      if (points.length > 0) host.changed();
    },
    up({ at, place, pixel }) {
      if (points.length > 0 && pressedAt !== undefined && isFar(place, pressedAt, CLICK)) add(at, pixel);
      pressedAt = undefined;
      host.changed();
    },
    finish() {
      const before = points;
      const wasBusy = before.length > 0;
      add(to, 0);
      if (wasBusy && points === before) host.refuse(strings.faults.noSize);
      host.changed();
      return wasBusy;
    },
    stepBack() {
      const [wasBusy, left] = [points.length > 0, points.slice(0, -1)];
      points = left;
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
      const [start] = points;
      const box = boxSoFar();
      if (box !== undefined) {
        paintFigure(context, view, draft({ kind: "box", box }, host.color()), "selected");
      } else if (start !== undefined) {
        context.beginPath();
        context.moveTo(...toPage(view, start));
        context.lineTo(...toPage(view, to));
        strokeHaloed(context, host.color(), 2);
      }
    },
  };
}
