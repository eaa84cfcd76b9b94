import type { Box } from "@assay/domain/box.ts";
import { boxBetween } from "@assay/domain/geometry/box-edits.ts";
import type { Point } from "@assay/domain/outline.ts";
import { strings } from "#strings/canvas.ts";
import { paintFigure } from "../paint.ts";
import type { PointsShape } from "../shape.ts";
import type { Skeleton } from "./points-tool.ts";
import { CLICK, draft, isFar, type Tool, type ToolHost } from "./tool.ts";

/** Boxes with a longer side, in CSS pixels, are meant; shorter ones are accidental. */
const LEAST = 8;

/**
 * Places all points of a skeleton at once, by a drag or by clicks on two corners of the box around them. `layout` gives their places in a
 * square of side 1, anew for each object.
 */
export function skeletonTool(
  host: ToolHost,
  { names, lines }: Skeleton,
  layout: () => ReadonlyMap<string, Point>,
): Tool {
  let from: Point | undefined;
  let to: Point = [0, 0];
  let pressedAt: Point | undefined;
  let pixel = 1;

  const shapeIn = ({ x, y, width, height }: Box): PointsShape => {
    const places = layout();
    const points = names.map((name) => {
      const [shareX, shareY] = places.get(name) ?? [0.5, 0.5];
      return { name, at: [x + shareX * width, y + shareY * height] as const, isHidden: false };
    });
    return { kind: "points", points, lines };
  };

  function finish(): boolean {
    if (from === undefined) return false;
    const box = boxBetween(from, to, host.image);
    if (Math.max(box.width, box.height) >= LEAST * pixel) {
      from = undefined;
      host.add(shapeIn(box));
    }
    host.changed();
    return true;
  }

  return {
    ...{ id: "skeleton", title: strings.tools.skeleton, key: "S", cursor: "crosshair", isDrawing: true },
    down({ at, place, ...touch }) {
      [pressedAt, pixel, to] = [place, touch.pixel, at];
      from ??= at;
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
    },
    finish,
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
