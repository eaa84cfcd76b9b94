import { sharedArea as sharedBoxArea } from "../../box.ts";
import { findCrossing } from "../../crossing.ts";
import type { Fault } from "../../errors.ts";
import { type Effort, type Outline, outlineIou, outlineOf, type Ring } from "../../outline.ts";
import type { ItemFacts } from "../annotation-type.ts";
import { defineType, labelFaults } from "../define-type.ts";
import { mostCentral, type ObjectKind } from "../object-consensus.ts";
import { fullEffort, type Shape } from "../object-match.ts";
import { LEAST_SIDE, objectType, pointFaults } from "../object-type.ts";
import { holesFault } from "./holes.ts";
import { type PolygonObject, PolygonResult } from "./schema.ts";

interface PolygonShape extends Shape {
  readonly outline: Outline;
}

/** Polygons: IoU without the holes; the consensus is the drawing most like the others (ADR 0029). */
const polygonKind: ObjectKind<PolygonObject, PolygonShape> = {
  shapeOf: ({ label, points, holes }) => {
    const outline = outlineOf(points, holes);
    return { label, around: outline.around, outline };
  },
  mostLikeness: ({ outline: a }, { outline: b }) => {
    const shared = Math.min(sharedBoxArea(a.around, b.around), a.area, b.area);
    const covered = a.area + b.area - shared;
    return covered > 0 ? shared / covered : 0;
  },
  likeness: (a, b, effort) => outlineIou(a.outline, b.outline, effort),
  merge: (members, effort) => {
    const central = mostCentral(members, polygonKind, effort);
    if (central === undefined) throw new RangeError("an object that nobody drew");
    return central.object;
  },
};

/** Labeled outlines with or without holes, compared by IoU as in `objectType`. */
export const polygon = defineType(PolygonResult, {
  ...objectType(polygonKind, { objects: "outlines", likeness: "an IoU" }),
  name: "polygon",
  aliases: ["instance_segmentation"],
  default_format: "coco",
  *faults({ objects }, item, allowed) {
    const effort = fullEffort();
    for (const [index, object] of objects.entries()) {
      yield* labelFaults(`objects.${index}.label`, object.label, allowed);
      yield* outlineFaults(`objects.${index}`, object, item, effort);
    }
  },
});

const HOLE_FAULTS = {
  outside: "must lie within the outline of the object",
  overlap: "must not overlap one another",
};

/** Square pixels. */
const LEAST_AREA = LEAST_SIDE ** 2;

/** The faults of the lines, and, for each valid outline, of its holes' positions. */
function* outlineFaults(
  path: string,
  { points, holes = [] }: PolygonObject,
  item: ItemFacts,
  effort: Effort,
): Generator<Fault> {
  let isGood = true;
  for (const fault of lineFaults(`${path}.points`, points, item, effort)) {
    isGood = false;
    yield fault;
  }
  for (const [index, hole] of holes.entries()) {
    for (const fault of lineFaults(`${path}.holes.${index}`, hole, item, effort)) {
      isGood = false;
      yield fault;
    }
  }
  const fault = isGood && holes.length > 0 ? holesFault(points, holes, effort) : undefined;
  if (fault !== undefined) yield { path: `${path}.holes`, message: HOLE_FAULTS[fault] };
}

function* lineFaults(path: string, line: Ring, item: ItemFacts, effort: Effort): Generator<Fault> {
  let isWithin = true;
  for (const [index, point] of line.entries()) {
    for (const fault of pointFaults(`${path}.${index}`, point, item)) {
      isWithin = false;
      yield fault;
    }
  }
  if (!isWithin) return;
  const crossing = findCrossing(line, effort);
  if (crossing !== null) {
    const [one, other] = crossing;
    yield {
      path,
      message: `must not cross itself: the line from point ${one} to the next crosses the one from point ${other}`,
    };
  } else if (!(outlineOf(line).area >= LEAST_AREA)) {
    yield { path, message: `must enclose at least ${LEAST_AREA} square pixels` };
  }
}
