import type { Point } from "@assay/domain/outline.ts";
import { strings } from "#strings/canvas.ts";
import type { Tool, ToolHost } from "./tool.ts";

/** A click on a pixel, within the image, fills the area around it. */
export function bucketTool(host: ToolHost, fill: (pixel: Point) => void): Tool {
  return {
    ...{ id: "bucket", title: strings.tools.bucket, key: "G", cursor: "crosshair", isDrawing: true },
    down({ at }) {
      const [x, y] = [Math.floor(at[0]), Math.floor(at[1])];
      const { width, height } = host.image;
      if (x >= 0 && y >= 0 && x < width && y < height) fill([x, y]);
    },
    move: () => undefined,
    up: () => undefined,
    cancel: () => false,
    isBusy: () => false,
  };
}
