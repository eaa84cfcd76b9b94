import type { Box } from "./box.ts";
import { keepBeyond, lines } from "./crossing.ts";

/** `[x, y]` in pixels of the upright image, origin top left. */
export type Point = readonly [number, number];

/** A closed line: the last point connects to the first. */
export type Ring = readonly Point[];

/** An area between closed lines, prepared for comparison with others. */
export interface Outline {
  /** The upright box around it. */
  readonly around: Box;
  /** Square pixels, without the holes. */
  readonly area: number;
  /** Sorted by their left end; vertical edges, which have no area beneath, are omitted. */
  readonly edges: readonly Edge[];
}

/** The remaining budget of edge pairs; comparisons count it down and give up below 0. */
export interface Effort {
  left: number;
}

interface Edge {
  readonly from: number;
  readonly to: number;
  /** Height at `from`, and the slope per pixel to the right. */
  readonly y: number;
  readonly slope: number;
  /** 1 or −1, so that the areas beneath all edges add up to 1 inside the outline and 0 outside. */
  readonly sign: number;
}

/** Edges narrower than this enclose less than a thousandth of a square pixel in the largest image. */
const NARROWEST = 1e-9;

/** The area within `points` and outside `holes`, which lie within it and do not overlap. O(n log n). */
export function outlineOf(points: Ring, holes: readonly Ring[] = []): Outline {
  return assemble([{ ring: points, sign: 1 }, ...holes.map((ring) => ({ ring, sign: -1 }))]);
}

/** The area within any of `rings`; an area that several rings share counts once for each. */
export function outlineOfAll(rings: readonly Ring[]): Outline {
  return assemble(rings.map((ring) => ({ ring, sign: 1 })));
}

function assemble(parts: readonly { readonly ring: Ring; readonly sign: number }[]): Outline {
  const areas = parts.map(({ ring }) => signedArea(ring));
  const edges = parts.flatMap(({ ring, sign }, index) => edgesOf(ring, sign * Math.sign(areas[index] ?? 0)));
  return {
    around: boxAround(parts.flatMap(({ ring }) => ring)),
    area: Math.max(
      0,
      parts.reduce((sum, { sign }, index) => sum + sign * Math.abs(areas[index] ?? 0), 0),
    ),
    edges: edges.sort((a, b) => a.from - b.from || a.y - b.y || a.slope - b.slope),
  };
}

/** The smallest upright box around `points`, of which there must be at least one. */
export function boxAround(points: Iterable<Point>): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * Intersection over union of two outlines: 0 (disjoint) to 1 (identical), symmetric except for rounding.
 * Exact if neither line crosses itself; 0 if `effort` runs out. Never NaN, never throws.
 */
export function outlineIou(a: Outline, b: Outline, effort: Effort): number {
  if (isSame(a, b)) return a.area > 0 ? 1 : 0;
  const shared = Math.min(sharedArea(a, b, effort), a.area, b.area);
  const covered = a.area + b.area - shared;
  return covered > 0 && shared > 0 ? shared / covered : 0;
}

/**
 * The square pixels in both outlines; 0 if `effort` runs out. For n edges of which k pairs overlap
 * horizontally O(n + k), almost linear for outlines that do not zigzag.
 *
 * Source: Green's theorem, applied to the product of the winding numbers. Inside an outline the signed areas
 * beneath its edges add up to 1, so those beneath two edges, one of each outline, add up to the shared area.
 * No intersection points are computed, so outlines that touch or share edges are no special case.
 */
export function sharedArea(a: Outline, b: Outline, effort: Effort): number {
  const base = Math.max(a.around.y, b.around.y);
  const [openOfA, openOfB]: [Edge[], Edge[]] = [[], []];
  let sum = 0;
  for (const { edge, isOfA } of fromLeftToRight(a.edges, b.edges)) {
    const [own, others] = isOfA ? [openOfA, openOfB] : [openOfB, openOfA];
    effort.left -= others.length;
    if (effort.left < 0) return 0;
    keepBeyond(others, edge.from);
    for (const other of others) sum += edge.sign * other.sign * areaBeneathBoth(edge, other, base);
    own.push(edge);
  }
  return Math.max(0, sum);
}

/** The edges of both, merged in order. */
function* fromLeftToRight(
  a: readonly Edge[],
  b: readonly Edge[],
): Generator<{ readonly edge: Edge; readonly isOfA: boolean }> {
  let next = 0;
  for (const edge of a) {
    for (let other = b[next]; other !== undefined && other.from < edge.from; other = b[next]) {
      yield { edge: other, isOfA: false };
      next += 1;
    }
    yield { edge, isOfA: true };
  }
  for (const edge of b.slice(next)) yield { edge, isOfA: false };
}

/** The signed area above `base` and beneath both edges. */
function areaBeneathBoth(one: Edge, other: Edge, base: number): number {
  const from = Math.max(one.from, other.from);
  const to = Math.min(one.to, other.to);
  const width = to - from;
  if (!(width > 0)) return 0;
  const left = one.y + one.slope * (from - one.from) - base;
  const otherLeft = other.y + other.slope * (from - other.from) - base;
  const right = left + one.slope * width;
  const otherRight = otherLeft + other.slope * width;

  const [atLeft, atRight] = [left - otherLeft, right - otherRight];
  if (atLeft * atRight >= 0) {
    return (atLeft + atRight <= 0 ? left + right : otherLeft + otherRight) * (width / 2);
  }
  const share = atLeft / (atLeft - atRight);
  const meeting = left + one.slope * width * share;
  const [low, otherLow] = [Math.min(left, otherLeft), Math.min(right, otherRight)];
  return ((low + meeting) * share + (meeting + otherLow) * (1 - share)) * (width / 2);
}

function isSame(a: Outline, b: Outline): boolean {
  return (
    a.edges.length === b.edges.length &&
    a.edges.every((edge, index) => {
      const other = b.edges[index];
      return (
        other !== undefined &&
        edge.from === other.from &&
        edge.to === other.to &&
        edge.y === other.y &&
        edge.slope === other.slope &&
        edge.sign === other.sign
      );
    })
  );
}

/** Square pixels, positive for one way round and negative for the other (shoelace formula). */
export function signedArea(ring: Ring): number {
  const [, originY] = ring[0] ?? [0, 0];
  return lines(ring).reduce(
    (sum, [[x1, y1], [x2, y2]]) => sum + ((x2 - x1) * (y1 + y2 - 2 * originY)) / 2,
    0,
  );
}

function edgesOf(ring: Ring, direction: number): Edge[] {
  return lines(ring).flatMap(([start, end]): Edge[] => {
    const sign = start[0] < end[0] ? direction : -direction;
    const [[from, y], [to, toY]] = start[0] < end[0] ? [start, end] : [end, start];
    return to - from > NARROWEST ? [{ from, to, y, slope: (toY - y) / (to - from), sign }] : [];
  });
}
