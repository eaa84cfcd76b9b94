import { runsWithin } from "../geometry/fill.ts";
import { encodeRle, type Rle, type Runs } from "../run-length.ts";
import type { ExportItem } from "./format.ts";
import { sidesOf } from "./images.ts";
import type { LabeledPolygon } from "./results.ts";

/** The runs of a polygon in its item's image. Throws a RangeError if the size of the image is not known. */
export function polygonRuns(item: ExportItem, { points, holes = [] }: LabeledPolygon): Runs {
  const { width, height } = sidesOf(item);
  return runsWithin([points, ...holes], [height, width]);
}

/** The same pixels as COCO's mask. */
export function polygonRle(item: ExportItem, polygon: LabeledPolygon): Rle {
  const { width, height } = sidesOf(item);
  return encodeRle(polygonRuns(item, polygon), [height, width]);
}

/** Rows of an image, or of a part of it: `rows` from `top`, `width` pixels each from `left`. */
export interface Band {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly rows: number;
  /** Row by row. */
  readonly pixels: Uint16Array;
}

/** Sets those pixels of a mask of that height that lie in the band to `value`. O(runs + columns + pixels set). */
export function paint(runs: Runs, height: number, band: Band, value: number): void {
  const { left, top, width, rows, pixels } = band;
  for (let at = 0; at < runs.length; at += 2) {
    const end = Math.min(runs[at + 1] ?? 0, (left + width) * height);
    for (let from = Math.max(runs[at] ?? 0, left * height); from < end; ) {
      const column = Math.floor(from / height);
      const start = column * height;
      const until = Math.min(end, start + height);
      const last = Math.min(until - start, top + rows);
      for (let y = Math.max(from - start, top); y < last; y += 1) {
        pixels[(y - top) * width + column - left] = value;
      }
      from = until;
    }
  }
}

/** About as many pixels are in memory at once, whatever the size of an image. */
const BAND_PIXELS = 1_000_000;

/** The part of an image cut into bands of about a million pixels, from the top, each painted by `painted`. */
export function* bands(
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
  painted: (band: Band) => void,
): Generator<Band> {
  const most = Math.max(1, Math.floor(BAND_PIXELS / Math.max(1, width)));
  for (let from = top; from < top + height; from += most) {
    const rows = Math.min(most, top + height - from);
    const band = { left, top: from, width, rows, pixels: new Uint16Array(width * rows) };
    painted(band);
    yield band;
  }
}
