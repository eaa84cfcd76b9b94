import type { Box } from "@assay/domain/box.ts";
import type { Point } from "@assay/domain/outline.ts";
import { strings } from "#strings/canvas.ts";
import type { PointsShape } from "../shape.ts";
import { cornersTool } from "./corners-tool.ts";
import type { Skeleton } from "./points-tool.ts";
import type { Tool, ToolHost } from "./tool.ts";

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
  const shapeIn = ({ x, y, width, height }: Box): PointsShape => {
    const places = layout();
    const points = names.map((name) => {
      const [shareX, shareY] = places.get(name) ?? [0.5, 0.5];
      return { name, at: [x + shareX * width, y + shareY * height] as const, isHidden: false };
    });
    return { kind: "points", points, lines };
  };

  return cornersTool(host, {
    ...{ id: "skeleton", title: strings.tools.skeleton, key: "S" },
    isMeant: ({ width, height }, pixel) => Math.max(width, height) >= LEAST * pixel,
    shapeIn,
    add: (box) => host.add(shapeIn(box)),
  });
}
