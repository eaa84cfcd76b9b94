import { outlineOf, type Point, type Ring } from "../outline.ts";
import { isInRings } from "./ring-edits.ts";

/** Where a line meets a ring. */
interface Meeting {
  readonly at: Point;
  /** The position along the line: the index of its segment, plus the share of it. */
  readonly onLine: number;
  /** The same along the ring. */
  readonly onRing: number;
}

/**
 * The parts into which a line, which must not cross itself, divides a polygon; alone the polygon if the line does not run from one side
 * to another. The parts have the polygon's area together and share the corners of the line. Undefined if the line runs through a hole.
 * O(parts · (line · ring)).
 */
export function splitPolygon(
  rings: readonly Ring[],
  line: readonly Point[],
): readonly (readonly Ring[])[] | undefined {
  const [outer, ...holes] = rings;
  if (outer === undefined || holes.some((hole) => meetings(hole, line).length > 0)) return undefined;
  const parts: Ring[] = [outer];
  for (let at = 0; at < parts.length; ) {
    const ring = parts[at];
    const halves = ring && halved(ring, line);
    if (halves === undefined) at += 1;
    else parts.splice(at, 1, ...halves);
  }
  return parts.map((ring) => [
    ring,
    ...holes.filter(([corner]) => corner !== undefined && isInRings([ring], corner)),
  ]);
}

/** The two sides of the first stretch of the line that runs within the ring from side to side. */
function halved(ring: Ring, line: readonly Point[]): readonly [Ring, Ring] | undefined {
  const met = meetings(ring, line);
  for (const [place, from] of met.entries()) {
    const to = met[place + 1];
    if (to === undefined) return undefined;
    const inner = line
      .slice(Math.floor(from.onLine) + 1, Math.ceil(to.onLine))
      .filter((point) => !isSame(point, from.at) && !isSame(point, to.at));
    const [next = to.at] = inner;
    const middle: Point = [(from.at[0] + next[0]) / 2, (from.at[1] + next[1]) / 2];
    if (!isInRings([ring], middle)) continue;
    const [one, other] = from.onRing <= to.onRing ? [from, to] : [to, from];
    const way = from.onRing <= to.onRing ? inner : inner.toReversed();
    const between = ring.slice(Math.floor(one.onRing) + 1, Math.floor(other.onRing) + 1);
    const around = [
      ...ring.slice(Math.floor(other.onRing) + 1),
      ...ring.slice(0, Math.floor(one.onRing) + 1),
    ];
    const halves = [
      withoutRepeats([one.at, ...between, other.at, ...way.toReversed()]),
      withoutRepeats([other.at, ...around, one.at, ...way]),
    ] as const;
    if (halves.every((half) => outlineOf(half).area > LEAST_AREA)) return halves;
  }
  return undefined;
}

/** Parts with less area, in square pixels, come from a line that only touches. */
const LEAST_AREA = 1e-3;

/** The meetings in the order of the line. */
function meetings(ring: Ring, line: readonly Point[]): Meeting[] {
  const found: Meeting[] = [];
  for (let step = 0; step + 1 < line.length; step += 1) {
    for (const index of ring.keys()) {
      const met = meeting(ring, index, line, step);
      if (met !== undefined && !found.some(({ at }) => isSame(at, met.at))) found.push(met);
    }
  }
  return found.sort((one, other) => one.onLine - other.onLine);
}

/** Where a segment of the line meets one of the ring; a meeting near a corner is at the corner. */
function meeting(ring: Ring, index: number, line: readonly Point[], step: number): Meeting | undefined {
  const next = (index + 1) % ring.length;
  const [from, to, start, end] = [line[step], line[step + 1], ring[index], ring[next]];
  if (from === undefined || to === undefined || start === undefined || end === undefined) return undefined;
  const met = crossing(from, to, start, end);
  if (met === undefined) return undefined;
  const onLine = step + met.share;
  if (isSame(met.at, start)) return { at: start, onRing: index, onLine };
  if (isSame(met.at, end)) return { at: end, onRing: next, onLine };
  return { at: met.at, onRing: index + met.along, onLine };
}

/** Points nearer than this, in pixels, are the same: rounding would otherwise hide that a line passes through a corner. */
const NEAR = 1e-7;

/** The sine of the angle below which segments count as parallel: an edge made by the line itself must not meet it. */
const PARALLEL = 1e-9;

/** Where two segments meet; undefined if they do not, or are parallel. */
function crossing([x1, y1]: Point, [x2, y2]: Point, [x3, y3]: Point, [x4, y4]: Point) {
  const [dx, dy, ex, ey] = [x2 - x1, y2 - y1, x4 - x3, y4 - y3];
  const turn = dx * ey - dy * ex;
  if (Math.abs(turn) < PARALLEL * Math.hypot(dx, dy) * Math.hypot(ex, ey)) return undefined;
  const share = ((x3 - x1) * ey - (y3 - y1) * ex) / turn;
  const along = ((x3 - x1) * dy - (y3 - y1) * dx) / turn;
  const isOn = (part: number) => part >= -NEAR && part <= 1 + NEAR;
  if (!isOn(share) || !isOn(along)) return undefined;
  const at: Point = [x1 + share * dx, y1 + share * dy];
  return { at, share, along };
}

function withoutRepeats(points: readonly Point[]): Ring {
  return points.filter((point, place) => !isSame(point, points[(place + 1) % points.length] ?? point));
}

function isSame([x, y]: Point, [otherX, otherY]: Point): boolean {
  return Math.abs(x - otherX) < NEAR && Math.abs(y - otherY) < NEAR;
}
