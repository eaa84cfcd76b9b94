import { type Edge, maximumMatching } from "../../matching.ts";
import type { Segment } from "./schema.ts";

/** The minimum IoU in time at which two segments can match. */
export const SAME_TIME = 0.5;

/** Limits for unrealistic recordings: neighbors examined, and matched, for each segment. */
const MAX_NEIGHBORS = 500;
const MAX_COMPARED = 16;

type Timed = Pick<Segment, "start" | "end" | "label">;

/** Intersection over union of two time ranges, 0 to 1; 0 if neither has a duration. */
export function timeIou(a: Timed, b: Timed): number {
  const shared = Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
  const covered = a.end - a.start + (b.end - b.start) - shared;
  return covered > 0 ? Math.min(1, shared / covered) : 0;
}

/**
 * The segments of two answers that match: equal label, IoU of at least `minIou`, each segment in at most one
 * pair, with the greatest sum of IoU. The `weight` of a pair is its IoU.
 *
 * For n segments in all O(n log n + overlapping pairs). A segment with over 500 neighbors in time, or over
 * 16 at about its own position, is not compared with all of them.
 */
export function matchSegments(left: readonly Timed[], right: readonly Timed[], minIou = SAME_TIME): Edge[] {
  const placed = [
    ...left.map((segment, index) => ({ isLeft: true, index, segment })),
    ...right.map((segment, index) => ({ isLeft: false, index, segment })),
  ];
  const edges = [...Map.groupBy(placed, ({ segment }) => segment.label).values()].flatMap((same) => {
    const ordered = same.toSorted((a, b) => a.segment.start - b.segment.start || a.index - b.index);
    return ordered.flatMap((one, place) => edgesOf(one, ordered, place + 1, minIou));
  });
  return maximumMatching(edges);
}

interface Placed {
  readonly isLeft: boolean;
  readonly index: number;
  readonly segment: Timed;
}

function edgesOf(one: Placed, ordered: readonly Placed[], next: number, minIou: number): Edge[] {
  const edges: Edge[] = [];
  const end = Math.min(ordered.length, next + MAX_NEIGHBORS);
  for (let place = next; place < end && edges.length < MAX_COMPARED; place += 1) {
    const other = ordered[place];
    if (other === undefined || other.segment.start >= one.segment.end) break;
    const weight = timeIou(one.segment, other.segment);
    if (other.isLeft === one.isLeft || weight < minIou || weight === 0) continue;
    const [left, right] = one.isLeft ? [one, other] : [other, one];
    edges.push({ left: left.index, right: right.index, weight });
  }
  return edges;
}
