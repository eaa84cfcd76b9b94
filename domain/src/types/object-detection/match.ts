import { type Box, sharedArea, shareOf } from "../../box.ts";
import { type Edge, maximumMatching } from "../../matching.ts";
import { bounds, type RotatedBox, rotatedIou } from "../../rotated-box.ts";

/** Objects at the same place: the IoU from which on two boxes can be one object. */
export const SAME_PLACE = 0.5;

/** Bounds for scenes that no annotator draws: neighbours looked at, and compared, for each box. */
const MAX_NEIGHBOURS = 500;
const MAX_COMPARED = 16;

interface LabelledBox {
  readonly label: string;
  readonly bbox: RotatedBox;
}

/**
 * Which objects of two answers are the same: equal label, IoU of at least `minIou`, each object in one pair at
 * most, and of all such pairings the one with the greatest sum of IoU. `weight` of a pair is its IoU.
 *
 * For n objects in all O(n log n + pairs that overlap from left to right), see `maximumMatching` for the
 * rest. A box with over 500 such neighbours, or over 16 at about its place, is not compared with all.
 */
export function matchObjects(
  left: readonly LabelledBox[],
  right: readonly LabelledBox[],
  minIou: number = SAME_PLACE,
): Edge[] {
  const placed = [...left.map(place("left")), ...right.map(place("right"))];
  const edges = [...Map.groupBy(placed, ({ label }) => label).values()].flatMap((same) =>
    edgesAmong(same, minIou),
  );
  return maximumMatching(edges);
}

interface Placed {
  readonly side: "left" | "right";
  readonly index: number;
  readonly label: string;
  readonly box: RotatedBox;
  /** The upright box around `box`. */
  readonly around: Box;
  readonly to: number;
}

function place(side: Placed["side"]) {
  return ({ label, bbox }: LabelledBox, index: number): Placed => {
    const around = bounds(bbox);
    return { side, index, label, box: bbox, around, to: around.x + around.width };
  };
}

/** The pairs of either side with enough overlap, found in one sweep from left to right. */
function edgesAmong(placed: Placed[], minIou: number): Edge[] {
  const ordered = placed.sort((a, b) => a.around.x - b.around.x || a.to - b.to || a.index - b.index);
  return ordered.flatMap((one, position) => edgesOf(one, ordered, position + 1, minIou));
}

function edgesOf(one: Placed, ordered: readonly Placed[], next: number, minIou: number): Edge[] {
  const edges: Edge[] = [];
  let compared = 0;
  const end = Math.min(ordered.length, next + MAX_NEIGHBOURS);
  for (let position = next; position < end && compared < MAX_COMPARED; position += 1) {
    const other = ordered[position];
    if (other === undefined || other.around.x >= one.to) break;
    if (other.side === one.side || mostShared(one, other) < minIou) continue;
    compared += 1;
    const weight = rotatedIou(one.box, other.box);
    const [left, right] = one.side === "left" ? [one, other] : [other, one];
    if (weight >= minIou) edges.push({ left: left.index, right: right.index, weight });
  }
  return edges;
}

/** What the IoU can be at most: turned boxes share no more than the boxes around them, quickly known. */
function mostShared(one: Placed, other: Placed): number {
  return shareOf(sharedArea(one.around, other.around), one.box, other.box);
}
