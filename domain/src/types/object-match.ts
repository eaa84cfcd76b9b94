import type { Box } from "../box.ts";
import { type Edge, maximumMatching } from "../matching.ts";
import type { Effort } from "../outline.ts";

/** The minimum IoU or OKS at which two objects can match. */
export const SAME_PLACE = 0.5;

/** Limits for unrealistic scenes: neighbors examined, and compared, for each object. */
const MAX_NEIGHBORS = 500;
const MAX_COMPARED = 16;

/** The maximum cost of comparing outlines, see `Effort`: well under a second. No real scene comes near it. */
const MAX_EFFORT = 10_000_000;

/** An object prepared for comparison with others. */
export interface Shape {
  readonly label: string;
  /** The upright box around all positions of objects that could match it. */
  readonly around: Box;
}

/** How to compare two objects of one label. */
export interface Measure<S extends Shape> {
  /** An upper bound on `likeness` that is quick to compute. */
  readonly mostLikeness: (a: S, b: S) => number;
  /** 0 (nothing shared) to 1 (equal), symmetric; 0 if `effort` runs out. */
  readonly likeness: (a: S, b: S, effort: Effort) => number;
}

/** The budget of one comparison of answers. */
export function fullEffort(): Effort {
  return { left: MAX_EFFORT };
}

/**
 * The objects of two answers that match: equal label, likeness of at least `from`, each object in at most one
 * pair, with the greatest sum of likeness. The `weight` of a pair is its likeness.
 *
 * For n objects in all O(n log n + pairs that overlap horizontally), see `maximumMatching` for the rest. An
 * object with over 500 such neighbors, or over 16 at about its own position, is not compared with all of
 * them.
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

/** The pairs with sufficient likeness, found in one sweep from left to right. */
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
  const end = Math.min(ordered.length, next + MAX_NEIGHBORS);
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
