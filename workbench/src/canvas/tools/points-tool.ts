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

/** The tool with the actions of its panel. */
export interface PointsTool extends Tool {
  /** The name of the next point. */
  readonly next: () => string;
  /** Leaves out the next point. */
  readonly skip: () => boolean;
}

/** Places points in the order of the skeleton; with Shift a point is hidden. */
export function pointsTool(host: ToolHost, { names, lines }: Skeleton): PointsTool {
  let points: readonly NamedPoint[] = [];
  let passed = 0;
  let to: Point = [0, 0];

  const next = () => (names.length === 0 ? String(passed + 1) : (names[passed] ?? ""));
  const shape = (placed: readonly NamedPoint[]): PointsShape => ({ kind: "points", points: placed, lines });

  function finish(): boolean {
    if (passed === 0) return false;
    const placed = points;
    [points, passed] = [[], 0];
    if (placed.length > 0) host.add(shape(placed));
    host.changed();
    return true;
  }

  function advance(): void {
    passed += 1;
    if (names.length > 0 && passed === names.length) finish();
    host.changed();
  }

  return {
    ...{ id: "keypoints", title: strings.tools.keypoints, key: "K", cursor: "crosshair", isDrawing: true },
    down({ at, isShift }) {
      const name = next();
      points = [...points, { name, at: pointWithin(at, host.image), isHidden: isShift }];
      advance();
      if (passed > 0) host.say(strings.keypoints.placed(name, next()));
    },
    move(touches) {
      to = touches.at(-1)?.at ?? to;
      host.changed();
    },
    up: () => undefined,
    finish,
    next,
    skip() {
      if (names.length === 0) return false;
      host.say(strings.keypoints.leftOut(next()));
      advance();
      return true;
    },
    stepBack() {
      if (passed === 0) return false;
      passed -= 1;
      points = points.filter(({ name }) => name !== next());
      host.say(strings.keypoints.now(next())); // the panel shows it too
      return true;
    },
    cancel() {
      const wasBusy = passed > 0;
      [points, passed] = [[], 0];
      host.changed();
      return wasBusy;
    },
    isBusy: () => passed > 0,
    paint(context, view) {
      if (points.length > 0) paintFigure(context, view, draft(shape(points), host.color()), "selected");
      const [x, y] = toPage(view, to);
      paintTag(context, next(), host.color(), [x + 12, y]);
    },
  };
}
