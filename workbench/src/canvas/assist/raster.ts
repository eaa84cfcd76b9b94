import type { Box } from "@assay/domain/box.ts";
import { addRun, type Runs } from "@assay/domain/run-length.ts";

/** Pixels column by column, as runs number them: `pixels[y + height * x]` is 0xAABBGGRR. */
export interface Raster {
  readonly pixels: Uint32Array;
  readonly width: number;
  readonly height: number;
}

/** A raster whose pixels are transparent. */
export function emptyRaster({ width, height }: Pick<Raster, "width" | "height">): Raster {
  return { pixels: new Uint32Array(width * height), width, height };
}

/** The raster of pixels that are given row by row. */
export function rasterOf(rows: Uint32Array, width: number, height: number): Raster {
  const raster = emptyRaster({ width, height });
  copyRows(raster.pixels, rows, width, height, 0);
  return raster;
}

/** Copies rows, from row `top` on, into the pixels of a raster that is `height` high. */
export function copyRows(
  pixels: Uint32Array,
  rows: Uint32Array,
  width: number,
  height: number,
  top: number,
): void {
  const count = rows.length / width;
  for (let x = 0; x < width; x += 1) {
    const at = x * height + top;
    for (let y = 0; y < count; y += 1) pixels[at + y] = rows[y * width + x] ?? 0;
  }
}

/** A copy of half the width and height, rounded up: each pixel is the mean of up to four. */
export function halved({ pixels, width, height }: Raster): Raster {
  const [columns, rows] = [(width + 1) >> 1, (height + 1) >> 1];
  const half = new Uint32Array(columns * rows);
  for (let x = 0; x < columns; x += 1) {
    const [left, right] = [2 * x * height, Math.min(2 * x + 1, width - 1) * height];
    for (let y = 0; y < rows; y += 1) {
      const [top, bottom] = [2 * y, Math.min(2 * y + 1, height - 1)];
      const [a, b] = [pixels[left + top] ?? 0, pixels[left + bottom] ?? 0];
      const [c, d] = [pixels[right + top] ?? 0, pixels[right + bottom] ?? 0];
      const odd = (a & MIDDLE) + (b & MIDDLE) + (c & MIDDLE) + (d & MIDDLE);
      const green = ((a >>> 8) & 255) + ((b >>> 8) & 255) + ((c >>> 8) & 255) + ((d >>> 8) & 255);
      half[x * rows + y] = ((odd >>> 2) & MIDDLE) | ((green >>> 2) << 8);
    }
  }
  return { pixels: half, width: columns, height: rows };
}

/** The bytes of red and blue, which can be added at once. */
const MIDDLE = 0x00_ff_00_ff;

/** The squared difference of the colors of two pixels, given by their numbers. */
export function gap(pixels: Uint32Array, one: number, other: number): number {
  const [a, b] = [pixels[one] ?? 0, pixels[other] ?? 0];
  const red = (a & 255) - (b & 255);
  const green = ((a >> 8) & 255) - ((b >> 8) & 255);
  const blue = ((a >> 16) & 255) - ((b >> 16) & 255);
  return red * red + green * green + blue * blue;
}

/** The runs of pixels that are 1. */
export function runsOf(taken: Uint8Array): Runs {
  const bounds: number[] = [];
  for (let from = taken.indexOf(1); from !== -1; ) {
    const end = taken.indexOf(0, from);
    const to = end === -1 ? taken.length : end;
    addRun(bounds, from, to);
    from = end === -1 ? -1 : taken.indexOf(1, to);
  }
  return Float64Array.from(bounds);
}

/**
 * The runs of a raster of `width` × `height` that shows `area` of an image, as runs of an image that is `imageHeight` high. Each pixel of
 * the raster becomes the pixels of the image that it shows. Undefined if more than `most` bounds came of it.
 */
export function placed(
  runs: Runs,
  { width, height }: Pick<Raster, "width" | "height">,
  area: Box,
  imageHeight: number,
  most: number,
): Runs | undefined {
  const bounds: number[] = [];
  const left = (x: number) => area.x + Math.round((x * area.width) / width);
  const top = (y: number) => area.y + Math.round((y * area.height) / height);
  let first = 0;
  for (let x = 0; x < width && bounds.length <= most; x += 1) {
    while (first < runs.length && (runs[first + 1] ?? 0) <= x * height) first += 2;
    const rows = rowsOf(runs, first, x, height).map(top);
    for (let column = left(x); column < left(x + 1); column += 1) {
      for (let at = 0; at < rows.length; at += 2)
        addRun(bounds, column * imageHeight + (rows[at] ?? 0), column * imageHeight + (rows[at + 1] ?? 0));
    }
  }
  return bounds.length > most ? undefined : Float64Array.from(bounds);
}

/** The rows at which the runs, from bound `first` on, begin and end in column `x`. */
function rowsOf(runs: Runs, first: number, x: number, height: number): number[] {
  const rows: number[] = [];
  for (let at = first; at < runs.length && (runs[at] ?? 0) < (x + 1) * height; at += 2)
    rows.push(Math.max(0, (runs[at] ?? 0) - x * height), Math.min(height, (runs[at + 1] ?? 0) - x * height));
  return rows;
}
