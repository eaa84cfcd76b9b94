import fc from "fast-check";
import { expect, test } from "vitest";
import { givenItem } from "../../../test/given-item.ts";
import type { Thresholds } from "../annotation-type.ts";
import { fullEffort } from "../object-match.ts";
import { boxKind } from "./box-kind.ts";
import { objectDetection } from "./object-detection.ts";
import type { DetectedObject } from "./schema.ts";

const ITEM = givenItem({ width: 100, height: 80 });

function object(label: string, x: number, y: number, width = 10, height = 10): DetectedObject {
  return { label, bbox: { x, y, width, height } };
}

function result(...objects: DetectedObject[]) {
  return { objects };
}

test("a box up to the edges of the image is valid, also if rounding puts it slightly outside", () => {
  const whole = { label: "car", bbox: { x: 0, y: 0, width: 100, height: 80 } };
  const rounded = { label: "car", bbox: { x: -5e-7, y: 0, width: 100.0000009, height: 80 } };
  expect(objectDetection.validate(result(whole, rounded), ITEM, null)).toEqual([]);
});

test.each([
  ["x", object("car", -1, 0), "must not be left of the image (x is below 0)"],
  ["y", object("car", 0, -1), "must not be above the image (y is below 0)"],
  [
    "width",
    object("car", 95, 0),
    "must end within the image: x + width is 105, the image is 100 pixels wide",
  ],
  [
    "height",
    object("car", 0, 75),
    "must end within the image: y + height is 85, the image is 80 pixels high",
  ],
])("a box outside the image is told at its %s", (field, outside, message) => {
  expect(objectDetection.validate(result(object("car", 1, 1), outside), ITEM, null)).toEqual([
    { path: `objects.1.bbox.${field}`, message },
  ]);
});

test("coordinates too large to add are outside the image", () => {
  const huge = object("car", Number.MAX_VALUE, 0, Number.MAX_VALUE);
  expect(objectDetection.validate(result(huge), ITEM, null)).toHaveLength(1);
});

test("the fault of an unknown label names its object", () => {
  const [fault] = objectDetection.validate(
    result(object("car", 0, 0), object("bus", 0, 0)),
    ITEM,
    new Set(["car"]),
  );
  expect(fault?.path).toBe("objects.1.label");
});

test("labels are listed with repeats, and renaming them changes nothing else", () => {
  const cars = { objects: [{ ...object("car", 0, 0), attributes: { parked: true } }, object("car", 20, 0)] };
  expect(objectDetection.labels(cars)).toEqual(["car", "car"]);
  expect(objectDetection.mapLabels(cars, (name) => name.toUpperCase())).toEqual({
    objects: [{ ...object("CAR", 0, 0), attributes: { parked: true } }, object("CAR", 20, 0)],
  });
});

test("the distance is the mean over objects of 1 minus the likeness to their match", () => {
  const one = result(object("car", 0, 0), object("car", 50, 0));
  const other = result(object("car", 0, 0), object("car", 50, 0, 10, 8), object("car", 0, 50));
  // matched with IoU 1 and .8, one object of five unmatched
  expect(objectDetection.distance(one, other)).toBeCloseTo((0 + 0 + 0.2 + 0.2 + 1) / 5, 12);
  expect(objectDetection.distance(other, one)).toBeCloseTo(objectDetection.distance(one, other), 12);
});

test("two empty answers have distance 0, an empty one and another have distance 1", () => {
  expect(objectDetection.distance(result(), result())).toBe(0);
  expect(objectDetection.distance(result(), result(object("car", 0, 0)))).toBe(1);
});

test("boxes of different labels in the same position do not match", () => {
  expect(objectDetection.distance(result(object("car", 0, 0)), result(object("bus", 0, 0)))).toBe(1);
});

test("an answer is acceptable from an F1 of .9 on, or of 1 if strict", () => {
  const ten = Array.from({ length: 10 }, (_, index) => object("car", 0, 15 * index));
  const [audited, oneMissing, twoMissing] = [
    result(...ten),
    result(...ten.slice(1)),
    result(...ten.slice(2)),
  ];
  const [usual, strict] = [{ strict: false }, { strict: true }];
  expect(objectDetection.acceptable(audited, audited, strict)).toBe(true);
  expect(objectDetection.acceptable(oneMissing, audited, usual)).toBe(true); // 18/19
  expect(objectDetection.acceptable(oneMissing, audited, strict)).toBe(false);
  expect(objectDetection.acceptable(twoMissing, audited, usual)).toBe(false); // 16/18
  expect(objectDetection.acceptable(result(), result(), strict)).toBe(true);
});

test("the policy sets how close a box must be, and how many boxes must match", () => {
  const stands = (tolerance: Thresholds) =>
    objectDetection.acceptable(result(object("car", 0, 0)), result(object("car", 2, 0)), {
      strict: false,
      ...tolerance,
    });
  expect(stands({})).toBe(true);
  expect(stands({ min_iou: 0.66 })).toBe(true);
  expect(stands({ min_iou: 0.67 })).toBe(false);
  expect(stands({ min_iou: 0.67, min_f1: 0 })).toBe(true);
});

test("an object matches from an IoU of .5 on", () => {
  const audited = result(object("car", 0, 0));
  expect(objectDetection.acceptable(result(object("car", 0, 0, 10, 5)), audited, { strict: true })).toBe(
    true,
  );
  expect(objectDetection.acceptable(result(object("car", 0, 0, 10, 4.9)), audited, { strict: false })).toBe(
    false,
  );
});

const side = fc.double({ min: 0.01, max: 60, noNaN: true });
const anyBox = fc.record({
  ...{ x: fc.double({ min: 0, max: 40, noNaN: true }), y: fc.double({ min: 0, max: 20, noNaN: true }) },
  ...{ width: side, height: side, rotation: fc.integer({ min: -360, max: 360 }) },
});

test("every box, rotated or not, has likeness 1 with itself, and likeness is symmetric", () => {
  fc.assert(
    fc.property(anyBox, anyBox, (one, other) => {
      const [a, b] = [result({ label: "car", bbox: one }), result({ label: "car", bbox: other })];
      expect(objectDetection.acceptable(a, a, { strict: true })).toBe(true);
      expect(objectDetection.distance(a, a)).toBeCloseTo(0, 6);
      expect(objectDetection.consensus([a, a])).toMatchObject({
        result: { objects: [{}] },
        groups: [[0, 0]],
      });
      expect(objectDetection.distance(a, b)).toBeCloseTo(objectDetection.distance(b, a), 6);
      expect(objectDetection.distance(a, b)).toBeGreaterThanOrEqual(0);
      expect(objectDetection.distance(a, b)).toBeLessThanOrEqual(1);
    }),
    {
      examples: [
        [
          { x: 20, y: 20, width: 20, height: 20, rotation: 45 },
          { x: 5, y: 30, width: 40, height: 10, rotation: 16 },
        ],
      ],
    },
  );
});

test("the quick bound on the likeness of two boxes is never below their likeness", () => {
  fc.assert(
    fc.property(anyBox, anyBox, (one, other) => {
      const [a, b] = [one, other].map((bbox) => boxKind.shapeOf({ label: "car", bbox }));
      if (a === undefined || b === undefined) throw new Error("two shapes");
      expect(boxKind.mostLikeness(a, b)).toBeGreaterThanOrEqual(boxKind.likeness(a, b, fullEffort()) - 1e-9);
    }),
  );
});

test("a box narrower or lower than a hundredth of a pixel is refused", () => {
  expect(
    objectDetection.validate(result(object("car", 1, 1, 1e-300), object("car", 1, 1, 5, 0.009)), ITEM, null),
  ).toEqual([
    { path: "objects.0.bbox.width", message: "must be at least 0.01 pixels, not 1e-300" },
    { path: "objects.1.bbox.height", message: "must be at least 0.01 pixels, not 0.009" },
  ]);
  expect(objectDetection.validate(result(object("car", 1, 1, 0.01, 0.01)), ITEM, null)).toEqual([]);
});

test("a box with only the rotation wrong is not acceptable", () => {
  const bar = { label: "car", bbox: { x: 10, y: 30, width: 60, height: 10 } };
  const turned = { label: "car", bbox: { ...bar.bbox, rotation: 90 } };
  expect(objectDetection.acceptable(result(bar), result(turned), { strict: false })).toBe(false);
});
