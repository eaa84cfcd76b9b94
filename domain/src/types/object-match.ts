import type { Box } from "../box.ts";
import { type Edge, maximumMatching } from "../matching.ts";
import type { Effort } from "../outline.ts";

/** Objects at the same place: the IoU or OKS from which on two can be one object. */
export const SAME_PLACE = 0.5;

/** Bounds for scenes that no annotator draws: neighbours looked at, and compared, for each object. */
const MAX_NEIGHBOURS = 500;
const MAX_COMPARED = 16;

/** What outlines may cost, see `Effort`: well under a second. No scene that was drawn comes near it. */
const MAX_EFFORT = 10_000_000;

/** An object made ready to be compared with others. */
export interface Shape {
  readonly label: string;
  /** The upright box around all places where an object like it can be. */
  readonly around: Box;
}

/** How alike two objects of one label are. */
export interface Measure<S extends Shape> {
  /** What `likeness` can be at most, quickly known. */
  readonly mostLikeness: (a: S, b: S) => number;
  /** 0 (nothing shared) to 1 (the same), symmetric; 0 where `effort` does not suffice. */
  readonly likeness: (a: S, b: S, effort: Effort) => number;
}

/** The effort that one comparison of answers may take. */
export function fullEffort(): Effort {
  return { left: MAX_EFFORT };
}

/**
 * Which objects of two answers are the same: equal label, likeness of at least `from`, each object in one
 * pair at most, and of all such pairings the one with the greatest sum of likeness, the `weight` of a pair.
 *
 * For n objects in all O(n log n + pairs that overlap from left to right), see `maximumMatching` for the
 * rest. An object with over 500 such neighbours, or over 16 at about its place, is not compared with all.
 */
export function matchObjects<S extends Shape>(
  left: readonly S[],
  right: readonly S[],
  measure: Measure<S>,
  { from = SAME_PLACE, effort = fullEffort() }: { readonly from?: number; readonly effort?: Effort } = {},
): Edge[] {
  const placed = [...left.map(place<S>("left")), ...right.map(place<S>("right"))];
  const search = { measure, from, effort };
  const edges = [...Map.groupBy(placed, ({ shape }) => shape.label).values()].flatMap((same) =>
    edgesAmong(same, search),
  );
  return maximumMatching(edges);
}

interface Placed<S> {
  readonly side: "left" | "right";
  readonly index: number;
  readonly shape: S;
  readonly x: number;
  readonly to: number;
}

interface Search<S extends Shape> {
  readonly measure: Measure<S>;
  readonly from: number;
  readonly effort: Effort;
}

function place<S extends Shape>(side: Placed<S>["side"]) {
  return (shape: S, index: number): Placed<S> => {
    const { x, width } = shape.around;
    return { side, index, shape, x, to: x + width };
  };
}

/** The pairs of either side that are alike enough, found in one sweep from left to right. */
function edgesAmong<S extends Shape>(placed: Placed<S>[], search: Search<S>): Edge[] {
  const ordered = placed.sort((a, b) => a.x - b.x || a.to - b.to || a.index - b.index);
  return ordered.flatMap((one, position) => edgesOf(one, ordered, position + 1, search));
}

function edgesOf<S extends Shape>(
  one: Placed<S>,
  ordered: readonly Placed<S>[],
  next: number,
  { measure, from, effort }: Search<S>,
): Edge[] {
  const edges: Edge[] = [];
  let compared = 0;
  const end = Math.min(ordered.length, next + MAX_NEIGHBOURS);
  for (let position = next; position < end && compared < MAX_COMPARED; position += 1) {
    const other = ordered[position];
    if (other === undefined || other.x >= one.to) break;
    if (other.side === one.side || measure.mostLikeness(one.shape, other.shape) < from) continue;
    compared += 1;
    const weight = measure.likeness(one.shape, other.shape, effort);
    const [left, right] = one.side === "left" ? [one, other] : [other, one];
    if (weight >= from) edges.push({ left: left.index, right: right.index, weight });
  }
  return edges;
}
