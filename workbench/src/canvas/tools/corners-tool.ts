import type { Box } from "@assay/domain/box.ts";
import { boxBetween } from "@assay/domain/geometry/box-edits.ts";
import type { Point } from "@assay/domain/outline.ts";
import { strings } from "#strings/canvas.ts";
import { paintFigure } from "../paint.ts";
import type { Shape } from "../shape.ts";
import { CLICK, draft, isFar, type Tool, type ToolHost } from "./tool.ts";

/** What a tool makes of a box. */
interface Cornered extends Pick<Tool, "id" | "title" | "key"> {
  /** False for a box that was drawn by accident; `pixel` is a CSS pixel in image pixels. */
  readonly isMeant: (box: Box, pixel: number) => boolean;
  /** What is shown while the box is drawn. */
  readonly shapeIn: (box: Box) => Shape;
  readonly add: (box: Box) => void;
}

/** Makes something of a box that is drawn by a drag, or by a click on two opposite corners. */
export function cornersTool(host: ToolHost, { isMeant, shapeIn, add, ...look }: Cornered): Tool {
  let from: Point | undefined;
  let to: Point = [0, 0];
  let pressedAt: Point | undefined;
  let pixel = 1;

  function finish(): boolean {
    if (from === undefined) return false;
    const box = boxBetween(from, to, host.image);
    if (!isMeant(box, pixel)) return false;
    from = undefined;
    add(box);
    return true;
  }

  return {
    ...{ ...look, cursor: "crosshair", isDrawing: true },
    down({ at, place, ...touch }) {
      [pressedAt, pixel] = [place, touch.pixel];
      from ??= at;
      to = at;
      host.changed();
    },
    move(touches) {
      const last = touches.at(-1);
      if (from === undefined || last === undefined) return;
      [to, pixel] = [last.at, last.pixel];
      host.changed();
    },
    up({ at, place }) {
      const isDragged = pressedAt !== undefined && isFar(place, pressedAt, CLICK);
      pressedAt = undefined;
      to = at;
      const isSecondClick = from !== undefined && isFar(from, at, CLICK * pixel);
      if (isDragged || isSecondClick) finish();
      host.changed();
    },
    finish() {
      const wasBusy = from !== undefined;
      if (wasBusy && !finish()) host.refuse(strings.faults.noSize);
      host.changed();
      return wasBusy;
    },
    cancel() {
      const wasBusy = from !== undefined;
      [from, pressedAt] = [undefined, undefined];
      host.changed();
      return wasBusy;
    },
    isBusy: () => from !== undefined,
    paint(context, view) {
      if (from === undefined) return;
      const shape = shapeIn(boxBetween(from, to, host.image));
      paintFigure(context, view, draft(shape, host.color()), "selected");
    },
  };
}
