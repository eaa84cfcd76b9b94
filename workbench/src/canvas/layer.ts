import { strings } from "#strings/canvas.ts";
import type { Size } from "./view.ts";

/** One of several stacked canvases. Its context uses CSS pixels. */
export interface Layer {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
}

/** Layers of the last surface; to allocate the bitmaps of new ones takes 7 ms of the step to the next item. */
const spare: Layer[] = [];
const MOST_SPARE = 3;

/** Adds a layer that covers `host`, which may be a released one; it is empty. */
export function addLayer(host: HTMLElement): Layer {
  const layer = spare.pop() ?? newLayer();
  layer.context.reset();
  Object.assign(layer.canvas.style, { transform: "", filter: "" });
  host.append(layer.canvas);
  return layer;
}

/** Removes a layer, for the next surface to use. */
export function releaseLayer(layer: Layer): void {
  layer.canvas.remove();
  if (spare.length < MOST_SPARE) spare.push(layer);
}

function newLayer(): Layer {
  const canvas = document.createElement("canvas");
  Object.assign(canvas.style, {
    position: "absolute",
    inset: "0",
    transformOrigin: "0 0",
    pointerEvents: "none",
  });
  canvas.setAttribute("aria-hidden", "true");
  const context = canvas.getContext("2d");
  if (context === null) throw new Error(strings.faults.noCanvas);
  return { canvas, context };
}

/** Resizes a layer, which clears it unless it has that size. */
export function sizeLayer({ canvas, context }: Layer, { width, height }: Size, density: number): void {
  const [columns, rows] = [
    Math.max(1, Math.round(width * density)),
    Math.max(1, Math.round(height * density)),
  ];
  if (canvas.width !== columns) canvas.width = columns;
  if (canvas.height !== rows) canvas.height = rows;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  context.setTransform(density, 0, 0, density, 0, 0);
}
