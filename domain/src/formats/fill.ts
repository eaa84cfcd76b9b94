import { lines } from "../crossing.ts";
import type { Point, Ring } from "../outline.ts";
import { addRun, encodeRle, type Rle, type Runs } from "../run-length.ts";
import type { ExportItem } from "./format.ts";
import { sidesOf } from "./images.ts";
import type { LabeledPolygon } from "./results.ts";

/**
 * The pixels of a mask of `[height, width]` whose centers are within an odd number of `rings`: an outline
 * without its holes. A center on a line belongs to the pixels below or to the right of it. Time and memory
 * are proportional to the columns that the edges cover.
 */
export function runsWithin(rings: readonly Ring[], [height, width]: Rle["size"]): Runs {
  const edges = rings
    .flatMap((ring) => lines(ring))
    .map(([a, b]) => (a[0] < b[0] ? { start: a, end: b } : { start: b, end: a }))
    .filter(({ start, end }) => start[0] < end[0])
    .sort((a, b) => a.start[0] - b.start[0]);
  const bounds: number[] = [];
  let open: typeof edges = [];
  let next = 0;
  for (let column = 0; column < width && (next < edges.length || open.length > 0); column += 1) {
    const x = column + 0.5;
    for (let edge = edges[next]; edge !== undefined && edge.start[0] <= x; edge = edges[next]) {
      open.push(edge);
      next += 1;
    }
    open = open.filter(({ end }) => end[0] > x);
    const crossed = open.map(({ start, end }) => rowAfter(start, end, x, height)).sort((a, b) => a - b);
    for (let at = 0; at + 1 < crossed.length; at += 2) {
      addRun(bounds, column * height + (crossed[at] ?? 0), column * height + (crossed[at + 1] ?? 0));
    }
  }
  return new Float64Array(bounds);
}

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

/** The first row whose center is on the line at `x` or below it. */
function rowAfter([x1, y1]: Point, [x2, y2]: Point, x: number, height: number): number {
  const y = y1 + ((x - x1) * (y2 - y1)) / (x2 - x1);
  return Math.min(height, Math.max(0, Math.ceil(y - 0.5)));
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
