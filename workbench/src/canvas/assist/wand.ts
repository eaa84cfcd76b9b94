import type { Runs } from "@assay/domain/run-length.ts";
import { type Raster, runsOf } from "./raster.ts";

/**
 * The pixels whose red, green and blue differ by `tolerance` (0 to 255) at most from those of a pixel: with `isContiguous` only those
 * that are reached from it over sides of such pixels. O(pixels), and a byte of memory for each.
 */
export function similarTo(
  raster: Raster,
  at: readonly [x: number, y: number],
  tolerance: number,
  isContiguous: boolean,
): Runs {
  const taken = isContiguous ? around(raster, at, tolerance) : anywhere(raster, at, tolerance);
  return runsOf(taken);
}

function likeness({ pixels, height }: Raster, [x, y]: readonly [number, number], tolerance: number) {
  const seed = pixels[y + height * x] ?? 0;
  const [red, green, blue] = [seed & 255, (seed >> 8) & 255, (seed >> 16) & 255];
  return (at: number): boolean => {
    const pixel = pixels[at] ?? 0;
    return (
      Math.abs((pixel & 255) - red) <= tolerance &&
      Math.abs(((pixel >> 8) & 255) - green) <= tolerance &&
      Math.abs(((pixel >> 16) & 255) - blue) <= tolerance
    );
  };
}

function anywhere(raster: Raster, at: readonly [number, number], tolerance: number): Uint8Array {
  const isLike = likeness(raster, at, tolerance);
  const taken = new Uint8Array(raster.pixels.length);
  for (let pixel = 0; pixel < taken.length; pixel += 1) if (isLike(pixel)) taken[pixel] = 1;
  return taken;
}

/** Takes stretches of columns, and looks beside each for the next ones. */
function around(raster: Raster, [x, y]: readonly [number, number], tolerance: number): Uint8Array {
  const { width, height } = raster;
  const isLike = likeness(raster, [x, y], tolerance);
  const taken = new Uint8Array(raster.pixels.length);
  const open = [y + height * x];
  for (let seed = open.pop(); seed !== undefined; seed = open.pop()) {
    if (taken[seed] === 1) continue;
    const column = Math.floor(seed / height);
    const [top, bottom] = [column * height, (column + 1) * height];
    let [from, to] = [seed, seed + 1];
    while (from > top && taken[from - 1] === 0 && isLike(from - 1)) from -= 1;
    while (to < bottom && taken[to] === 0 && isLike(to)) to += 1;
    taken.fill(1, from, to);
    if (column > 0) look(from - height, to - height);
    if (column < width - 1) look(from + height, to + height);
  }
  return taken;

  /** Remembers the first pixel of each stretch that is not taken yet. */
  function look(from: number, to: number): void {
    let wasLike = false;
    for (let at = from; at < to; at += 1) {
      const isNext = taken[at] === 0 && isLike(at);
      if (isNext && !wasLike) open.push(at);
      wasLike = isNext;
    }
  }
}
