import type { Box } from "@assay/domain/box.ts";
import { gap, type Raster } from "./raster.ts";

/** Weaker edges are noise: the mean difference of colors along a side, where black and white differ by 442. */
const LEAST = 6;

/** Pixels of a raster along a side of a box: the first ones beside it, how far it is to the next, and to those across the side. */
interface Side {
  readonly from: number;
  readonly count: number;
  readonly step: number;
  readonly across: number;
}

/**
 * A box, in pixels of a raster, with each side moved to the strongest edge within `reach` pixels, the nearest of several. Edges are between
 * pixels. A side without an edge stays, no side leaves the raster or passes the middle of the box, and none comes within half a pixel of it.
 */
export function snappedBox(raster: Raster, { x, y, width, height }: Box, reach: number): Box {
  const columns = within(x, x + width, raster.width);
  const rows = within(y, y + height, raster.height);
  const upright = (at: number): Side => {
    return { from: at * raster.height + rows[0], count: rows[1] - rows[0], step: 1, across: raster.height };
  };
  const level = (at: number): Side => {
    return {
      from: columns[0] * raster.height + at,
      count: columns[1] - columns[0],
      step: raster.height,
      across: 1,
    };
  };
  const [middle, center] = [x + width / 2, y + height / 2];
  const strongest = (at: number, least: number, most: number, side: (at: number) => Side) =>
    strongestNear(at, Math.max(least, at - reach), Math.min(most, at + reach), (place) =>
      strengthOf(raster, side(place)),
    );
  const left = strongest(x, 1, middle - 0.5, upright);
  const right = strongest(x + width, middle + 0.5, raster.width - 1, upright);
  const top = strongest(y, 1, center - 0.5, level);
  const bottom = strongest(y + height, center + 0.5, raster.height - 1, level);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The whole pixels between two sides, at least one of those that there are. */
function within(from: number, to: number, size: number): readonly [number, number] {
  const first = Math.min(size - 1, Math.max(0, Math.round(from)));
  return [first, Math.min(size, Math.max(first + 1, Math.round(to)))];
}

/** The whole number from `least` to `most` where an edge is strongest; `at` itself if there is none. */
function strongestNear(at: number, least: number, most: number, strength: (place: number) => number): number {
  let [found, best] = [at, LEAST];
  for (let place = Math.ceil(least); place <= Math.floor(most); place += 1) {
    const here = strength(place);
    const isNearer = here === best && Math.abs(place - at) < Math.abs(found - at);
    if (here > best || isNearer) [found, best] = [place, here];
  }
  return found;
}

/** How much the colors on both sides differ, on average. */
function strengthOf({ pixels }: Raster, { from, count, step, across }: Side): number {
  let sum = 0;
  for (let at = from; at < from + count * step; at += step) sum += Math.sqrt(gap(pixels, at - across, at));
  return sum / count;
}
