import { areaOf, sharedArea, shareOf } from "../../box.ts";
import type { Effort } from "../../outline.ts";
import { bounds, isTurned, type RotatedBox, rotatedIou } from "../../rotated-box.ts";
import { type Drawn, mostCentral, type ObjectKind } from "../object-consensus.ts";
import type { Shape } from "../object-match.ts";
import { median, plurality } from "../vote.ts";
import { type DetectedObject, MAX_ATTRIBUTES } from "./schema.ts";

type Attributes = NonNullable<DetectedObject["attributes"]>;

interface BoxShape extends Shape {
  readonly box: RotatedBox;
}

/** Boxes: IoU, the coordinate-wise median box, attributes by vote. */
export const boxKind: ObjectKind<DetectedObject, BoxShape> = {
  shapeOf: ({ label, bbox }) => ({ label, around: bounds(bbox), box: bbox }),
  // The shared area of rotated boxes is at most that of their bounding boxes, and at most each box's own
  // area: a box rotated by 45° fills half of its bounding box.
  mostLikeness: (a, b) =>
    shareOf(Math.min(sharedArea(a.around, b.around), areaOf(a.box), areaOf(b.box)), a.box, b.box),
  likeness: (a, b) => rotatedIou(a.box, b.box),
  merge: (members, effort) => {
    const objects = members.map(({ object }) => object);
    const label = objects[0]?.label ?? "";
    const bbox = middleBox(members, effort);
    const attributes = commonAttributes(objects);
    return attributes === null ? { label, bbox } : { label, bbox, attributes };
  },
};

/**
 * The median of each coordinate, which is inside the image if all boxes are. A rotated box can be written in
 * several ways, so for rotated boxes it is the member with the greatest sum of IoU to the rest.
 */
function middleBox(
  members: readonly Drawn<DetectedObject, BoxShape>[],
  effort: Effort,
): DetectedObject["bbox"] {
  const boxes = members.map(({ object }) => object.bbox);
  const central = boxes.some(isTurned) ? mostCentral(members, boxKind, effort) : undefined;
  if (central !== undefined) return central.object.bbox;
  return {
    x: median(boxes.map(({ x }) => x)),
    y: median(boxes.map(({ y }) => y)),
    width: median(boxes.map(({ width }) => width)),
    height: median(boxes.map(({ height }) => height)),
  };
}

/** Each attribute with the value that most members give; omitted on a tie or if most give none. */
function commonAttributes(members: readonly DetectedObject[]): Attributes | null {
  const names = new Set(members.flatMap(({ attributes = {} }) => Object.keys(attributes)));
  const entries = [...names].sort().flatMap((name): [string, Attributes[string]][] => {
    const top = plurality(members.map(({ attributes = {} }) => attributeText(attributes, name)));
    const giver = members.find(({ attributes = {} }) => attributeText(attributes, name) === top?.value);
    const value =
      giver?.attributes && Object.hasOwn(giver.attributes, name) ? giver.attributes[name] : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries.slice(0, MAX_ATTRIBUTES));
}

function attributeText(attributes: Attributes, name: string): string | null {
  return Object.hasOwn(attributes, name) ? JSON.stringify(attributes[name]) : null;
}
