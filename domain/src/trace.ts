import type { Point, Ring } from "./outline.ts";
import type { Rle, Runs } from "./run-length.ts";

/** More than a result of 5 MiB holds. */
const MOST_POINTS = 500_000;

/** Pixels of a mask that touch one another, at least at corners. */
export interface TracedPart {
  /** Along the edges of the pixels, clockwise on the screen; it may touch itself at corners of pixels. */
  readonly points: Ring;
  /** Counterclockwise. */
  readonly holes: readonly Ring[];
}

/** Pixels of a column, from `from` to `to` (exclusive), and the number of the part to which they belong. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly part: number;
}

/** Columns beside one another, from `from` to `to` (exclusive), with the same pixels. */
interface Columns {
  readonly from: number;
  readonly to: number;
  readonly stretches: Stretch[];
}

/** A vertical edge of the mask, whose pixels are to the right of the way from `start` to `end`. */
interface Edge {
  readonly x: number;
  readonly start: number;
  readonly end: number;
  readonly part: number;
}

/**
 * The outlines of a mask of `[height, width]`, part by part from the left. The pixels whose centers they enclose are the mask. Pixels of
 * a part touch at least at corners, those of a hole at edges. O(runs · log runs) in time and memory, whatever size the mask claims.
 * Throws a RangeError if the outlines have more than half a million points.
 */
export function tracedParts(runs: Runs, [height]: Rle["size"]): TracedPart[] {
  const parts = new Parts();
  const edges: Edge[] = [];
  let left: Columns = { from: 0, to: 0, stretches: [] };
  const follow = (columns: Columns) => {
    joinTouching(left.stretches, columns.stretches, parts);
    // A spread of the edges of a column would overflow the stack.
    for (const edge of edgesBetween(left.stretches, columns.stretches, columns.from)) edges.push(edge);
    if (edges.length * 2 > MOST_POINTS)
      throw new RangeError(`its outlines have more than ${MOST_POINTS} points`);
    left = columns;
  };
  for (const columns of columnsOf(runs, height, parts)) {
    if (columns.from > left.to) follow({ from: left.to, to: columns.from, stretches: [] });
    follow(columns);
  }
  follow({ from: left.to, to: left.to, stretches: [] });
  return assembled(ringsOf(edges), parts);
}

/** The columns that have pixels, from the left. */
function columnsOf(runs: Runs, height: number, parts: Parts): Columns[] {
  const found: Columns[] = [];
  for (let at = 0; at < runs.length; at += 2) {
    const end = runs[at + 1] ?? 0;
    for (let place = runs[at] ?? 0; place < end; ) {
      const column = Math.floor(place / height);
      const from = place - column * height;
      const whole = from === 0 ? Math.floor((end - place) / height) : 0;
      const until = column + Math.max(1, whole);
      const stretch = { from, to: Math.min(height, end - column * height), part: parts.add() };
      const open = found.at(-1);
      if (open !== undefined && column < open.to) open.stretches.push(stretch);
      else found.push({ from: column, to: until, stretches: [stretch] });
      place = Math.min(end, until * height);
    }
  }
  return found;
}

/** Which stretches are one part: a forest in which each points to another of its part, the first to itself. */
class Parts {
  readonly #above: number[] = [];

  add(): number {
    return this.#above.push(this.#above.length) - 1;
  }

  /** The least number of the part. */
  first(part: number): number {
    let at = part;
    for (let above = this.#above[at] ?? at; above !== at; above = this.#above[at] ?? at) {
      this.#above[at] = this.#above[above] ?? above;
      at = above;
    }
    return at;
  }

  join(one: number, other: number): void {
    const [a, b] = [this.first(one), this.first(other)];
    this.#above[Math.max(a, b)] = Math.min(a, b);
  }
}

function joinTouching(left: readonly Stretch[], right: readonly Stretch[], parts: Parts): void {
  let at = 0;
  for (const stretch of right) {
    for (let other = left[at]; other !== undefined && other.from <= stretch.to; other = left[at]) {
      if (other.to >= stretch.from) parts.join(other.part, stretch.part);
      if (other.to > stretch.to) break; // it may touch the next one, too
      at += 1;
    }
  }
}

/** The edges at `x`: up along pixels on the right that the left has not, down along those of the left. */
function edgesBetween(left: readonly Stretch[], right: readonly Stretch[], x: number): Edge[] {
  return [
    ...beyond(right, left).map(({ from, to, part }) => ({ x, start: to, end: from, part })),
    ...beyond(left, right).map(({ from, to, part }) => ({ x, start: from, end: to, part })),
  ];
}

/** The pixels of `some` that `others` have not. */
function beyond(some: readonly Stretch[], others: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  let at = 0;
  for (const { from, to, part } of some) {
    let place = from;
    for (let other = others[at]; other !== undefined && other.from < to; other = others[at]) {
      if (other.from > place) found.push({ from: place, to: other.from, part });
      place = Math.max(place, other.to);
      if (other.to > to) break;
      at += 1;
    }
    if (place < to) found.push({ from: place, to, part });
  }
  return found;
}

interface TracedRing {
  readonly part: number;
  readonly points: Point[];
}

/** Follows the edges: from the end of each a horizontal edge leads to the start of the next. */
function ringsOf(edges: readonly Edge[]): TracedRing[] {
  const next = followersOf(edges);
  const isTaken = new Uint8Array(edges.length);
  return edges.flatMap(({ part }, first) => {
    if (isTaken[first] === 1) return [];
    const points: Point[] = [];
    for (let at = first; isTaken[at] !== 1; at = next[at] ?? first) {
      isTaken[at] = 1;
      const { x = 0, start = 0, end = 0 } = edges[at] ?? {};
      points.push([x, start], [x, end]);
    }
    return [{ part, points }];
  });
}

/**
 * The index of the edge that follows each. On each line of corners the horizontal edges lie between the first and the second corner, the
 * third and the fourth, and so on. Where two pixels touch at a corner only, the horizontal edge on the left meets the edge that goes up
 * and the one on the right the edge that goes down: so the outline passes from one pixel to the other.
 */
function followersOf(edges: readonly Edge[]): Uint32Array {
  const corners = edges.flatMap(({ x, start, end }, index) => {
    const of = { x, index, isUp: end < start };
    return [
      { ...of, y: start, isEnd: false },
      { ...of, y: end, isEnd: true },
    ];
  });
  corners.sort((a, b) => a.y - b.y || a.x - b.x || Number(b.isUp) - Number(a.isUp));
  const next = new Uint32Array(edges.length);
  for (let at = 0; at + 1 < corners.length; at += 2) {
    const [one, other] = [corners[at], corners[at + 1]];
    if (one === undefined || other === undefined) continue;
    const [from, to] = one.isEnd ? [one, other] : [other, one];
    next[from.index] = to.index;
  }
  return next;
}

/** The leftmost edge of a ring is its first: it goes up for an outline, and down for a hole. */
function assembled(rings: readonly TracedRing[], parts: Parts): TracedPart[] {
  const found = new Map<number, { points: Ring; holes: Ring[] }>();
  for (const { part, points } of rings) {
    const first = parts.first(part);
    const of = found.get(first);
    if (of === undefined) found.set(first, { points, holes: [] });
    else of.holes.push(points);
  }
  return [...found.values()];
}
