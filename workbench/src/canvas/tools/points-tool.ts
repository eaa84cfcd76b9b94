import { pointWithin } from "@assay/domain/geometry/box-edits.ts";
import type { Point } from "@assay/domain/outline.ts";
import { strings } from "#strings/canvas.ts";
import { paintFigure, paintTag } from "../paint.ts";
import type { NamedPoint, PointsShape } from "../shape.ts";
import { toPage } from "../view.ts";
import { draft, type Tool, type ToolHost } from "./tool.ts";

/** The points and lines of an object. */
export interface Skeleton {
  /** If empty, points are numbered. */
  readonly names: readonly string[];
  readonly lines: readonly (readonly [string, string])[];
}

/** A point of the skeleton while an object is drawn. */
export interface SkeletonPoint {
  readonly name: string;
  readonly state: "placed" | "hidden" | "leftOut" | "next" | "open";
}

/** The tool with the actions of its panel. */
export interface PointsTool extends Tool {
  /** The name of the next point. */
  readonly next: () => string;
  /** The number of the next point, from 1. */
  readonly place: () => number;
  /** The points of the skeleton in their order; empty if points are numbered. */
  readonly progress: () => readonly SkeletonPoint[];
  /** Whether the next point is hidden, without Shift too. */
  readonly isHidden: () => boolean;
  readonly hide: (isHidden: boolean) => void;
  /** Leaves out the next point. */
  readonly skip: () => boolean;
}

/** The name of a point as people read it: `left_wrist` is "left wrist". */
export function readPoint(name: string): string {
  return name.replaceAll("_", " ");
}

/** The points that are placed, and how many were placed or left out. */
class Pose {
  points: readonly NamedPoint[] = [];
  passed = 0;
  isHidden = false;
  readonly #names: readonly string[];

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  next(): string {
    return this.#names.length === 0 ? String(this.passed + 1) : (this.#names[this.passed] ?? "");
  }

  progress(): readonly SkeletonPoint[] {
    return this.#names.map((name, index) => ({ name, state: this.#stateOf(name, index) }));
  }

  add(at: Point, isHidden: boolean): void {
    this.points = [...this.points, { name: this.next(), at, isHidden }];
  }

  /** Takes the last point back, which may have been left out; false if there is none. */
  stepBack(): boolean {
    if (this.passed === 0) return false;
    this.passed -= 1;
    this.points = this.points.filter(({ name }) => name !== this.next());
    return true;
  }

  clear(): void {
    [this.points, this.passed, this.isHidden] = [[], 0, false];
  }

  #stateOf(name: string, index: number): SkeletonPoint["state"] {
    if (index >= this.passed) return index === this.passed ? "next" : "open";
    const point = this.points.find((placed) => placed.name === name);
    if (point === undefined) return "leftOut";
    return point.isHidden ? "hidden" : "placed";
  }
}

function beside([x, y]: Point): Point {
  return [x + 12, y];
}

/** Places points in the order of the skeleton; with Shift a point is hidden. */
export function pointsTool(host: ToolHost, { names, lines }: Skeleton): PointsTool {
  const pose = new Pose(names);
  let to: Point | undefined; // where a pointer hovers, not from a press until it moves again: a finger never hovers

  const shape = (points: readonly NamedPoint[]): PointsShape => ({ kind: "points", points, lines });

  function finish(): boolean {
    if (pose.passed === 0) return false;
    const placed = pose.points;
    pose.clear();
    if (placed.length > 0) host.add(shape(placed));
    host.changed();
    return true;
  }

  function advance(): void {
    pose.passed += 1;
    pose.isHidden = false;
    if (names.length > 0 && pose.passed === names.length) finish();
    host.changed();
  }

  return {
    ...{ id: "keypoints", title: strings.tools.keypoints, key: "K", cursor: "crosshair", isDrawing: true },
    down({ at, isShift }) {
      const name = pose.next();
      to = undefined;
      pose.add(pointWithin(at, host.image), isShift || pose.isHidden);
      advance();
      if (pose.passed > 0) host.say(strings.keypoints.placed(readPoint(name), readPoint(pose.next())));
    },
    move(touches) {
      to = touches.at(-1)?.at ?? to;
      host.changed();
    },
    up: () => undefined,
    finish,
    next: () => pose.next(),
    place: () => pose.passed + 1,
    progress: () => pose.progress(),
    isHidden: () => pose.isHidden,
    hide(isHidden) {
      pose.isHidden = isHidden;
      host.say(strings.keypoints.willBe(readPoint(pose.next()), isHidden)); // the panel shows it too
    },
    skip() {
      if (names.length === 0) return false;
      host.say(strings.keypoints.leftOut(readPoint(pose.next())));
      advance();
      return true;
    },
    stepBack() {
      if (!pose.stepBack()) return false;
      host.changed();
      host.say(strings.keypoints.now(readPoint(pose.next()))); // the panel shows it too
      return true;
    },
    cancel() {
      const wasBusy = pose.passed > 0;
      pose.clear();
      host.changed();
      return wasBusy;
    },
    isBusy: () => pose.passed > 0,
    paint(context, view) {
      if (pose.points.length > 0)
        paintFigure(context, view, draft(shape(pose.points), host.color()), "selected");
      if (to !== undefined) paintTag(context, readPoint(pose.next()), host.color(), beside(toPage(view, to)));
    },
  };
}
