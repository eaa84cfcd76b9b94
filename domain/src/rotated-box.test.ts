import fc from "fast-check";
import { expect, test } from "vitest";
import { iou } from "./box.ts";
import { bounds, isTurned, type RotatedBox, rotatedIou } from "./rotated-box.ts";

const side = fc.integer({ min: 1, max: 50 });
const rotation = fc.integer({ min: -360, max: 360 });
const place = fc.integer({ min: 0, max: 60 });
const box = fc.record({ x: place, y: place, width: side, height: side });
const turnedBox = fc.record({ x: place, y: place, width: side, height: side, rotation });

test("a unit square and its copy rotated by 45 degrees share a regular octagon", () => {
  const square = { x: 0, y: 0, width: 1, height: 1 };
  const octagon = 2 * (Math.SQRT2 - 1); // area of the regular octagon with an inner radius of 1/2
  expect(rotatedIou(square, { ...square, rotation: 45 })).toBeCloseTo(octagon / (2 - octagon), 12);
});

test("a box rotated by 90 degrees is the box with width and height swapped about the same center", () => {
  const turned = { x: 0, y: 10, width: 40, height: 20, rotation: 90 };
  expect(rotatedIou(turned, { x: 10, y: 0, width: 20, height: 40 })).toBeCloseTo(1, 12);
});

test("a positive rotation is clockwise on screen", () => {
  const bar = { x: 0, y: 45, width: 100, height: 10, rotation: 45 };
  const lowerRight = { x: 70, y: 70, width: 10, height: 10 };
  const upperRight = { x: 70, y: 20, width: 10, height: 10 };
  expect(rotatedIou(bar, lowerRight)).toBeGreaterThan(0);
  expect(rotatedIou(bar, upperRight)).toBe(0);
});

test("without rotation the IoU equals that of upright boxes", () => {
  fc.assert(
    fc.property(box, box, (a, b) => {
      expect(rotatedIou(a, { ...b, rotation: 0 })).toBe(iou(a, b));
    }),
  );
});

test("rotating both boxes by a quarter about one point keeps the IoU", () => {
  fc.assert(
    fc.property(box, box, (a, b) => {
      expect(rotatedIou(quarterTurned(a), quarterTurned(b))).toBeCloseTo(iou(a, b), 9);
    }),
  );
});

test("the IoU is symmetric, from 0 to 1, and 1 for a box and itself", () => {
  fc.assert(
    fc.property(turnedBox, turnedBox, (a, b) => {
      expect(rotatedIou(a, b)).toBeCloseTo(rotatedIou(b, a), 9);
      expect(rotatedIou(a, b)).toBeGreaterThanOrEqual(0);
      expect(rotatedIou(a, b)).toBeLessThanOrEqual(1);
      expect(rotatedIou(a, a)).toBeCloseTo(1, 9);
    }),
  );
});

test("boxes with disjoint bounds share nothing", () => {
  fc.assert(
    fc.property(turnedBox, turnedBox, (a, b) => {
      fc.pre(iou(bounds(a), bounds(b)) === 0);
      expect(rotatedIou(a, b)).toBeCloseTo(0, 9);
    }),
  );
});

test("a full turn changes nothing", () => {
  const square = { x: 0, y: 0, width: 1, height: 1 };
  expect(
    [undefined, 0, 360, -360].map((degrees) =>
      isTurned({ ...square, ...(degrees && { rotation: degrees }) }),
    ),
  ).toEqual([false, false, false, false]);
  expect(isTurned({ ...square, rotation: 180 })).toBe(true);
});

/** `box` rotated by 90 degrees about the origin, expressed with a rotation of its own. */
function quarterTurned({ x, y, width, height }: RotatedBox): RotatedBox {
  const center = { x: -(y + height / 2), y: x + width / 2 };
  return { x: center.x - width / 2, y: center.y - height / 2, width, height, rotation: 90 };
}
