import type { Ring } from "../outline.ts";
import { addRun, type Rle, type Runs } from "../run-length.ts";
import { boundAfter } from "./strokes.ts";

/** The pixels of an image of `[height, width]` whose centers are within a ring (even–odd rule). O(length of the ring · log of it). */
export function ringRuns(ring: Ring, [height, width]: Rle["size"]): Runs {
  const crossings = new Map<number, number[]>();
  for (const [index, [x1, y1]] of ring.entries()) {
    const [x2, y2] = ring[(index + 1) % ring.length] ?? [x1, y1];
    const first = Math.max(0, Math.ceil(Math.min(x1, x2) - 0.5));
    const last = Math.min(width, Math.ceil(Math.max(x1, x2) - 0.5)); // a column whose center is the end belongs to the next line
    for (let column = first; column < last; column += 1) {
      const y = y1 + ((column + 0.5 - x1) / (x2 - x1)) * (y2 - y1);
      const met = crossings.get(column);
      if (met === undefined) crossings.set(column, [y]);
      else met.push(y);
    }
  }
  const bounds: number[] = [];
  for (const column of [...crossings.keys()].sort((one, other) => one - other)) {
    const met = (crossings.get(column) ?? []).sort((one, other) => one - other);
    for (let at = 0; at + 1 < met.length; at += 2) {
      const rowOf = (y: number) => Math.min(height, Math.max(0, Math.ceil(y - 0.5)));
      const [from, to] = [rowOf(met[at] ?? 0), rowOf(met[at + 1] ?? 0)];
      addRun(bounds, column * height + from, column * height + to);
    }
  }
  return Float64Array.from(bounds);
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
