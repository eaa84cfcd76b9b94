import { isIn, type Layout, laneAt, timeAt, xOf } from "./layout.ts";
import type { Draft, Lane, ShownSegment } from "./scene.ts";
import type { View } from "./view.ts";

/** What a press of the pointer takes hold of. */
export type Hold =
  | { readonly kind: "time" }
  | { readonly kind: "overview" }
  | { readonly kind: "edge"; readonly segment: ShownSegment; readonly edge: "start" | "end" }
  | { readonly kind: "body"; readonly segment: ShownSegment; readonly lane: number }
  | { readonly kind: "blank"; readonly lane: number };

/** How near the pointer must come to an edge, in CSS pixels. */
const EDGE_PX = 6;

/** Movements of fewer pixels are a click. */
export const CLICK_PX = 4;

interface Surface {
  readonly layout: Layout;
  readonly view: View;
  readonly segments: readonly ShownSegment[];
  readonly lanes: readonly Lane[];
}

/**
 * What is at a point. Over the waveform only the ends of the selected segment are taken, so that one can draw over
 * others; in the lanes all segments.
 */
export function holdAt(x: number, y: number, { layout, view, segments, lanes }: Surface): Hold {
  if (isIn(layout.ruler, y)) return { kind: "time" };
  if (isIn(layout.overview, y)) return { kind: "overview" };
  const lane = laneAt(layout, y);
  const name = lanes[lane]?.name;
  const here = segments.filter(({ label, isSelected }) => (lane === -1 ? isSelected : label === name));
  const at = (seconds: number) => xOf(seconds, view, layout.width);
  const near = (seconds: number) => Math.abs(at(seconds) - x) <= EDGE_PX;
  const selectedFirst = here.toSorted((one, other) => Number(other.isSelected) - Number(one.isSelected));
  for (const segment of selectedFirst) {
    if (!segment.isSelected && at(segment.end) - at(segment.start) < 3 * EDGE_PX) continue; // its body is all that is left
    if (near(segment.end)) return { kind: "edge", segment, edge: "end" };
    if (near(segment.start)) return { kind: "edge", segment, edge: "start" };
  }
  const under = selectedFirst.find(({ start, end }) => at(start) - 1 <= x && x <= at(end) + 1);
  return lane === -1 || under === undefined
    ? { kind: "blank", lane }
    : { kind: "body", segment: under, lane };
}

/** The last segment that covers a time, which is drawn on top. */
export function segmentAt(time: number, segments: readonly ShownSegment[]): ShownSegment | undefined {
  return segments.findLast(({ start, end }) => start <= time && time <= end);
}

/** The stretch that a drag from `x` to `to` makes of what it holds; null if it makes none. */
export function dragged(hold: Hold, x: number, to: number, surface: Surface, duration: number): Draft | null {
  const { layout, view, lanes } = surface;
  const time = (place: number) => Math.min(Math.max(timeAt(place, view, layout.width), 0), duration);
  if (hold.kind === "blank") {
    const [start = 0, end = 0] = [time(x), time(to)].sort((one, other) => one - other);
    return { start, end, lane: lanes[hold.lane]?.name ?? null };
  }
  if (hold.kind !== "edge" && hold.kind !== "body") return null;
  const { start, end, label } = hold.segment;
  const by = timeAt(to, view, layout.width) - timeAt(x, view, layout.width);
  if (hold.kind === "body") {
    const first = Math.min(Math.max(start + by, 0), Math.max(duration - (end - start), 0));
    return { start: first, end: first + end - start, lane: label };
  }
  const [first, last] = hold.edge === "start" ? [start + by, end] : [start, end + by];
  const bounded = [first, last]
    .map((at) => Math.min(Math.max(at, 0), duration))
    .sort((one, other) => one - other);
  return { start: bounded[0] ?? start, end: bounded[1] ?? end, lane: label };
}
