import { boundAfter } from "@assay/domain/geometry/strokes.ts";
import { boundsOf, type MaskShape } from "./shape.ts";
import { toPage, type View } from "./view.ts";

/** In device pixels of a layer. */
export interface DeviceArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PaintedMask {
  readonly shape: MaskShape;
  /** `#rrggbb`. */
  readonly color: string;
  readonly isSuggestion: boolean;
}

/** The opacity of masks, unless the person chose another; suggestions get less than half of it. */
export const MASK_FILL = 0.45;
const SUGGESTED_SHARE = 0.44;

/** The size in pixels of the checkerboard in which two overlapping masks alternate. */
const CHECK = 3;

/**
 * Draws masks into an area of a layer and replaces what was there. Each visible pixel looks up the mask's pixel under
 * it, so the cost depends on the area and not on the size of the image. Edges are drawn solid.
 */
export function paintMasks(
  context: Pick<CanvasRenderingContext2D, "createImageData" | "putImageData">,
  view: View,
  masks: readonly PaintedMask[],
  area: DeviceArea,
  density: number,
  opacity = MASK_FILL,
): void {
  const image = context.createImageData(area.width, area.height);
  const pixels = new Uint32Array(image.data.buffer);
  for (const [index, mask] of masks.entries()) {
    const owners = ownersOf(mask.shape, view, area, density);
    blend(pixels, owners, mask, index, area, opacity);
  }
  context.putImageData(image, area.x, area.y);
}

/** Draws a mask over what a layer shows. */
export function paintMaskOver(context: CanvasRenderingContext2D, view: View, mask: PaintedMask): void {
  const density = context.getTransform().a;
  const { x, y, width, height } = boundsOf(mask.shape);
  const [left, top] = toPage(view, [x, y]).map((edge) => Math.max(0, Math.floor(edge * density) - 1));
  const [right, bottom] = toPage(view, [x + width, y + height]).map((edge) => Math.ceil(edge * density) + 1);
  const { canvas } = context;
  const area = { x: left ?? 0, y: top ?? 0, width: 0, height: 0 };
  area.width = Math.min(canvas.width, right ?? 0) - area.x;
  area.height = Math.min(canvas.height, bottom ?? 0) - area.y;
  if (area.width <= 0 || area.height <= 0) return;
  const image = new OffscreenCanvas(area.width, area.height);
  const drawn = image.getContext("2d");
  if (drawn === null) return;
  const shifted = { ...view, x: view.x - area.x / density, y: view.y - area.y / density };
  paintMasks(drawn, shifted, [mask], { ...area, x: 0, y: 0 }, density);
  context.drawImage(image, area.x / density, area.y / density, area.width / density, area.height / density);
}

/** Row by row, 1 for each device pixel of the area that the mask covers. */
function ownersOf({ runs, size }: MaskShape, view: View, area: DeviceArea, density: number): Uint8Array {
  const owners = new Uint8Array(area.width * area.height);
  const [height, width] = size;
  const scale = view.scale * density;
  const rowOf = (row: number) => Math.ceil(row * scale + view.y * density - area.y - 0.5);
  for (let x = 0; x < area.width; x += 1) {
    const column = Math.floor((area.x + x + 0.5 - view.x * density) / scale);
    if (column < 0 || column >= width) continue;
    const top = column * height;
    for (let at = boundAfter(runs, top) & ~1; at < runs.length; at += 2) {
      const [from, to] = [(runs[at] ?? 0) - top, (runs[at + 1] ?? 0) - top];
      if (from >= height) break;
      const last = Math.min(area.height, rowOf(Math.min(to, height)));
      for (let y = Math.max(0, rowOf(Math.max(from, 0))); y < last; y += 1) owners[y * area.width + x] = 1;
    }
  }
  return owners;
}

function blend(
  pixels: Uint32Array,
  owners: Uint8Array,
  { color, isSuggestion }: PaintedMask,
  index: number,
  { x: left, y: top, width }: DeviceArea,
  opacity: number,
): void {
  const inside = packed(color, isSuggestion ? opacity * SUGGESTED_SHARE : opacity);
  const edge = packed(color, 1);
  for (let at = 0; at < owners.length; at += 1) {
    if (owners[at] !== 1) continue;
    const column = at % width;
    const square = Math.floor((left + column) / CHECK) + Math.floor((top + (at - column) / width) / CHECK);
    const isTurn = (square + index) % 2 === 0;
    if (isEdge(owners, at, column, width)) pixels[at] = isSuggestion && !isTurn ? 0xffffffff : edge;
    else if (pixels[at] === 0 || isTurn) pixels[at] = inside;
  }
}

/** Whether a neighboring pixel is outside the mask; pixels outside the area count as inside. */
function isEdge(owners: Uint8Array, at: number, column: number, width: number): boolean {
  const isLeftOut = column > 0 && owners[at - 1] === 0;
  const isRightOut = column < width - 1 && owners[at + 1] === 0;
  return isLeftOut || isRightOut || owners[at - width] === 0 || owners[at + width] === 0;
}

/** A pixel of an ImageData on a little-endian machine; all machines that run browsers are. */
function packed(color: string, alpha: number): number {
  const value = Number.parseInt(color.slice(1), 16);
  const [red, green, blue] = [value >> 16, (value >> 8) & 255, value & 255];
  return ((Math.round(alpha * 255) << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
