import { lines } from "../crossing.ts";
import type { Point, Ring } from "../outline.ts";
import { addRun, type Rle, type Runs } from "../run-length.ts";
import { boundAfter } from "./strokes.ts";

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

/** The first row whose center is on the line at `x` or below it. */
function rowAfter([x1, y1]: Point, [x2, y2]: Point, x: number, height: number): number {
  const y = y1 + ((x - x1) * (y2 - y1)) / (x2 - x1);
  return Math.min(height, Math.max(0, Math.ceil(y - 0.5)));
}

/** The runs from pixel `from` to `to`, which may reach beyond both; without copying. */
export function runsAround(runs: Runs, from: number, to: number): Runs {
  const first = boundAfter(runs, from) & ~1;
  const last = boundAfter(runs, to);
  return runs.subarray(first, last + (last % 2));
}

/** A gap between runs within one column; rows from `from` to `to` (exclusive). */
interface Gap {
  readonly from: number;
  readonly to: number;
  isTaken: boolean;
}

/**
 * The pixels outside `runs` that a bucket of paint would fill from a pixel: those that are reached over sides of pixels. None if the pixel
 * is in the runs. O(runs + width).
 */
export function regionAround(
  runs: Runs,
  [x, y]: readonly [number, number],
  [height, width]: Rle["size"],
): Runs {
  const columns = gapsOf(runs, height, width);
  const open: [column: number, gap: Gap][] = [];
  const take = (column: number, from: number, to: number) => {
    for (const gap of columns[column] ?? []) {
      if (gap.isTaken || gap.from >= to || gap.to <= from) continue;
      gap.isTaken = true;
      open.push([column, gap]);
    }
  };
  take(x, y, y + 1);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [column, { from, to }] = next;
    take(column - 1, from, to);
    take(column + 1, from, to);
  }
  const bounds: number[] = [];
  for (const [column, gaps] of columns.entries()) {
    for (const { from, to, isTaken } of gaps)
      if (isTaken) addRun(bounds, column * height + from, column * height + to);
  }
  return Float64Array.from(bounds);
}

function gapsOf(runs: Runs, height: number, width: number): Gap[][] {
  const columns = Array.from({ length: width }, (): Gap[] => []);
  const add = (start: number, end: number) => {
    for (let at = start; at < end; ) {
      const column = Math.floor(at / height);
      const stop = Math.min(end, (column + 1) * height);
      columns[column]?.push({ from: at - column * height, to: stop - column * height, isTaken: false });
      at = stop;
    }
  };
  let end = 0;
  for (let at = 0; at < runs.length; at += 2) {
    add(end, runs[at] ?? 0);
    end = runs[at + 1] ?? 0;
  }
  add(end, height * width);
  return columns;
}
