import type { Point } from "../outline.ts";
import { coveredBy, type Rle, type Runs } from "../run-length.ts";

/**
 * The pixels of a mask of `[height, width]` whose centers are within `radius` of the line through `points`:
 * the stroke of a round brush. O(length · radius), whatever the size of the mask.
 */
export function strokeRuns(points: readonly Point[], radius: number, size: Rle["size"]): Runs {
  const bounds: number[] = [];
  for (const [index, to] of points.entries()) {
    paint(bounds, points[Math.max(0, index - 1)] ?? to, to, radius, size);
  }
  return coveredBy([Float64Array.from(bounds)], 1);
}

/** The pixels of either mask. O(runs). */
export function withRuns(runs: Runs, more: Runs): Runs {
  return merged(runs, more, (isIn, isInMore) => isIn || isInMore);
}

/** The pixels of `runs` that are not in `less`. O(runs). */
export function withoutRuns(runs: Runs, less: Runs): Runs {
  return merged(runs, less, (isIn, isInLess) => isIn && !isInLess);
}

/** The pixels that are taken by whether one mask and another have them, in one walk through the bounds of both. */
function merged(one: Runs, other: Runs, isTaken: (isInOne: boolean, isInOther: boolean) => boolean): Runs {
  const bounds = new Float64Array(one.length + other.length);
  let [count, a, b] = [0, 0, 0];
  while (a < one.length || b < other.length) {
    const at = Math.min(one[a] ?? Number.POSITIVE_INFINITY, other[b] ?? Number.POSITIVE_INFINITY);
    if (one[a] === at) a += 1;
    if (other[b] === at) b += 1;
    if (isTaken(a % 2 === 1, b % 2 === 1) === (count % 2 === 1)) continue;
    bounds[count] = at;
    count += 1;
  }
  return bounds.slice(0, count);
}

/** The index in `runs` of the first bound beyond `pixel`; odd if the pixel is in the mask. O(log runs). */
export function boundAfter(runs: Runs, pixel: number): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle] ?? 0) <= pixel) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Appends the runs, column by column, that a round brush covers between two points. */
function paint(bounds: number[], a: Point, b: Point, radius: number, [height, width]: Rle["size"]): void {
  const first = Math.max(0, Math.ceil(Math.min(a[0], b[0]) - radius - 0.5));
  const last = Math.min(width - 1, Math.floor(Math.max(a[0], b[0]) + radius - 0.5));
  const sides = sidesOf(a, b, radius);
  for (let column = first; column <= last; column += 1) {
    const [top, bottom] = span(column + 0.5, a, b, radius, sides);
    const from = Math.max(0, Math.ceil(top - 0.5));
    const to = Math.min(height - 1, Math.floor(bottom - 0.5));
    if (from <= to) bounds.push(column * height + from, column * height + to + 1);
  }
}

/** The two straight sides of the area that a brush covers between two points. */
function sidesOf(a: Point, b: Point, radius: number): readonly (readonly [Point, Point])[] {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (length === 0) return [];
  const [nx, ny] = [(-(b[1] - a[1]) / length) * radius, ((b[0] - a[0]) / length) * radius];
  return [1, -1].map((sign) => [
    [a[0] + sign * nx, a[1] + sign * ny],
    [b[0] + sign * nx, b[1] + sign * ny],
  ]);
}

/**
 * The part of the vertical line at `x` within `radius` of the segment from `a` to `b`; that area is convex.
 */
function span(
  x: number,
  a: Point,
  b: Point,
  radius: number,
  sides: readonly (readonly [Point, Point])[],
): readonly [number, number] {
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [cx, cy] of [a, b]) {
    const squared = radius * radius - (x - cx) * (x - cx);
    if (squared < 0) continue;
    const half = Math.sqrt(squared);
    [top, bottom] = [Math.min(top, cy - half), Math.max(bottom, cy + half)];
  }
  for (const [[x1, y1], [x2, y2]] of sides) {
    if (x1 === x2 || x < Math.min(x1, x2) || x > Math.max(x1, x2)) continue;
    const y = y1 + ((x - x1) / (x2 - x1)) * (y2 - y1);
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return [top, bottom];
}
