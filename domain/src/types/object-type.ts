import type { Fault } from "../errors.ts";
import type { Point } from "../outline.ts";
import type { ItemFacts } from "./annotation-type.ts";
import type { TypedAnnotationType } from "./define-type.ts";
import { type ObjectKind, objectConsensus, objectGroups } from "./object-consensus.ts";
import { matchObjects, SAME_PLACE, type Shape } from "./object-match.ts";
import { ACCEPTABLE_F1, f1 } from "./vote.ts";

/** By how many pixels rounding may put an object outside the image. */
export const ROUNDING = 1e-6;

/** Pixels. Narrower objects are refused: rounding would decide their likeness. */
export const LEAST_SIDE = 0.01;

const TOLERANCE = { min_f1: ACCEPTABLE_F1, min_iou: SAME_PLACE };

type Shared =
  | "tolerance"
  | "sameWhen"
  | "is_object_type"
  | "media"
  | "labels"
  | "mapLabels"
  | "distance"
  | "consensus"
  | "objectGroups"
  | "acceptable";

/** The names of a type's objects and of their likeness in sentences. */
interface ObjectWords {
  /** `boxes`. */
  readonly objects: string;
  /** `an IoU`. */
  readonly likeness: string;
}

/**
 * The common rules of all types whose result lists labeled objects, whatever their `kind`.
 *
 * Distance: the mean over the objects of both answers of 1 − likeness to their match, 1 for an object without
 * a match; 0 if both answers are empty. Acceptable: F1 of the matched objects (likeness of at least
 * `min_iou`, .5, equal label) is at least `min_f1`, .9, or 1 if strict.
 */
export function objectType<O extends { label: string }, S extends Shape>(
  kind: ObjectKind<O, S>,
  { objects, likeness }: ObjectWords,
): Pick<TypedAnnotationType<{ objects: O[] }>, Shared> {
  const shapes = (objects: readonly O[]) => objects.map(kind.shapeOf);
  return {
    tolerance: TOLERANCE,
    sameWhen: (given) => {
      const { strict, min_f1, min_iou } = { ...TOLERANCE, ...given };
      return `if their F1 is at least ${strict ? 1 : min_f1}, where ${objects} match from ${likeness} of ${min_iou} with the same label`;
    },
    is_object_type: true,
    media: ["image"],
    labels: ({ objects }) => objects.map(({ label }) => label),
    mapLabels: ({ objects }, rename) => ({
      objects: objects.map((object) => ({ ...object, label: rename(object.label) })),
    }),
    distance: (a, b) => {
      const pairs = matchObjects(shapes(a.objects), shapes(b.objects), kind);
      const alike = pairs.map(({ weight }) => weight).sort((one, other) => one - other);
      const shared = alike.reduce((sum, weight) => sum + weight, 0);
      return 1 - f1(shared, a.objects.length, b.objects.length);
    },
    consensus: (answers) => objectConsensus(answers, kind),
    objectGroups: (answers, minIou) => objectGroups(answers, kind, minIou),
    acceptable: (delivered, audited, tolerance) => {
      const { strict, min_f1, min_iou } = { ...TOLERANCE, ...tolerance };
      const [one, other] = [shapes(delivered.objects), shapes(audited.objects)];
      const shared = matchObjects(one, other, kind, { from: min_iou }).length;
      return f1(shared, one.length, other.length) >= (strict ? 1 : min_f1);
    },
  };
}

/** The fault of a point outside the image. */
export function* pointFaults(path: string, [x, y]: Point, { width, height }: ItemFacts): Generator<Fault> {
  const isIn = (value: number, side: number | null) =>
    value >= -ROUNDING && (side === null || value <= side + ROUNDING);
  if (isIn(x, width) && isIn(y, height)) return;
  const size = width === null || height === null ? "" : ` of ${width} × ${height} pixels`;
  yield { path, message: `must lie within the image${size}, not at (${x}, ${y})` };
}
