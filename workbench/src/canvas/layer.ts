import { strings } from "#strings/canvas.ts";
import type { Size } from "./view.ts";

/** One of several stacked canvases. Its context uses CSS pixels. */
export interface Layer {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
}

/** Creates a layer that covers `host`. */
export function addLayer(host: HTMLElement): Layer {
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
  host.append(canvas);
  return { canvas, context };
}

/** Resizes a layer, which clears it. */
export function sizeLayer({ canvas, context }: Layer, { width, height }: Size, density: number): void {
  canvas.width = Math.max(1, Math.round(width * density));
  canvas.height = Math.max(1, Math.round(height * density));
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  context.setTransform(density, 0, 0, density, 0, 0);
}
