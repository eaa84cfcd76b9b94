import fc from "fast-check";
import { expect, test } from "vitest";
import { findCrossing } from "./crossing.ts";
import { type Effort, outlineIou, outlineOf, type Point, type Ring, sharedArea } from "./outline.ts";

const plenty = (): Effort => ({ left: 1e7 });
const iou = (a: Ring, b: Ring) => outlineIou(outlineOf(a), outlineOf(b), plenty());

function box(x: number, y: number, width: number, height: number): Ring {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

/** A simple polygon around a center: a point at each of several angles. */
const star = fc
  .record({
    x: fc.integer({ min: 40, max: 60 }),
    y: fc.integer({ min: 40, max: 60 }),
    radii: fc.array(fc.integer({ min: 5, max: 40 }), { minLength: 3, maxLength: 12 }),
  })
  .map(
    ({ x, y, radii }): Ring =>
      radii.map((radius, index) => {
        const angle = (2 * Math.PI * index) / radii.length;
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
      }),
  );

test("boxes as outlines have the IoU of boxes, and holes do not count as area", () => {
  expect(iou(box(0, 0, 10, 10), box(5, 0, 10, 10))).toBeCloseTo(1 / 3, 12);
  expect(iou(box(0, 0, 10, 10), box(0, 5, 10, 5))).toBe(0.5);
  expect(iou(box(0, 0, 10, 10), box(10, 0, 10, 10))).toBe(0);
  const ring = outlineOf(box(0, 0, 10, 10), [box(2, 2, 6, 6)]);
  expect(ring.area).toBe(64);
  expect(outlineIou(ring, outlineOf(box(0, 0, 10, 10)), plenty())).toBeCloseTo(0.64, 12);
  expect(outlineIou(ring, outlineOf(box(3, 3, 2, 2)), plenty())).toBe(0);
  expect(outlineIou(ring, outlineOf(box(0, 0, 10, 10), [box(2, 2, 6, 3)]), plenty())).toBeCloseTo(
    64 / 82,
    12,
  );
});

test("the shared area is exact for outlines that cross, touch and share edges", () => {
  const plus = iou(box(4, 0, 2, 10), box(0, 4, 10, 2));
  expect(plus).toBeCloseTo(4 / 36, 12);
  const diamond: Ring = [
    [5, 0],
    [10, 5],
    [5, 10],
    [0, 5],
  ];
  const [left, right]: [Ring, Ring] = [
    [
      [0, 0],
      [10, 0],
      [0, 10],
    ],
    [
      [0, 0],
      [10, 0],
      [6, 10],
    ],
  ];
  expect(iou(left, right)).toBeCloseTo(31.25 / 68.75, 12);
  expect(iou(box(0, 0, 10, 10), diamond)).toBeCloseTo(0.5, 12);
  expect(iou(box(0, 0, 5, 10), diamond)).toBeCloseTo(25 / 75, 12);
});

test("IoU equals counting points in both outlines", () => {
  fc.assert(
    fc.property(star, star, (a, b) => {
      let [both, either] = [0, 0];
      for (let x = 0.5; x < 100; x += 1) {
        for (let y = 0.5; y < 100; y += 1) {
          const [inA, inB] = [isIn(a, x, y), isIn(b, x, y)];
          both += inA && inB ? 1 : 0;
          either += inA || inB ? 1 : 0;
        }
      }
      expect(Math.abs(sharedArea(outlineOf(a), outlineOf(b), plenty()) - both)).toBeLessThan(12 + both / 8);
      expect(Math.abs(iou(a, b) - both / either)).toBeLessThan(0.1);
    }),
    { numRuns: 20 },
  );
});

test("IoU is symmetric, from 0 to 1, and 1 only for equal areas", () => {
  fc.assert(
    fc.property(star, star, (a, b) => {
      expect(iou(a, b)).toBeCloseTo(iou(b, a), 10);
      expect(iou(a, b)).toBeGreaterThanOrEqual(0);
      expect(iou(a, b)).toBeLessThanOrEqual(1);
      expect(iou(a, a)).toBe(1);
    }),
  );
});

test("IoU depends neither on translation nor on the starting point and direction of the line", () => {
  const moved = (ring: Ring): Ring => ring.map(([x, y]): Point => [x + 1234.5, y - 77]);
  const begun = (ring: Ring): Ring => [...ring.slice(2), ...ring.slice(0, 2)];
  fc.assert(
    fc.property(star, star, (a, b) => {
      expect(iou(moved(a), moved(b))).toBeCloseTo(iou(a, b), 9);
      expect(iou(begun(a), b)).toBeCloseTo(iou(a, b), 10);
      expect(iou(a.toReversed(), begun(b).toReversed())).toBeCloseTo(iou(a, b), 10);
      expect(iou(a, begun(a).toReversed())).toBeCloseTo(1, 10);
    }),
  );
});

test("crossing lines are found; lines that touch, run back or are almost straight do not cross", () => {
  const bow: Ring = [
    [0, 0],
    [10, 10],
    [10, 0],
    [0, 10],
  ];
  expect(findCrossing(bow, plenty())).toEqual([0, 2]);
  expect(findCrossing(box(0, 0, 10, 10), plenty())).toBeNull();
  const touching: Ring = [...box(0, 0, 10, 10), [0, 5], [10, 5], [0, 5]];
  expect(findCrossing(touching, plenty())).toBeNull();
  const rounded: Ring = [
    [0, 0],
    [10, 0],
    [10, 10],
    [5, -0.004],
    [0, 10],
  ];
  expect(findCrossing(rounded, plenty())).toBeNull();
  fc.assert(
    fc.property(star, (ring) => {
      expect(findCrossing(ring, plenty())).toBeNull();
    }),
  );
});

test("gives up when the effort is used up", () => {
  const teeth = Array.from({ length: 9_999 }, (_, index): Point => [index % 2 === 0 ? 0 : 5000, index]);
  const comb: Ring = [[-1, 0], ...teeth, [-1, 9_999]];
  expect(findCrossing(comb, { left: 1e5 })).toBeNull();
  const effort = { left: 1e5 };
  const [one, other] = [outlineOf(comb), outlineOf(comb.map(([x, y]): Point => [x, y + 0.5]))];
  expect(outlineIou(one, other, effort)).toBe(0);
  expect(effort.left).toBeLessThan(0);
});

test.each([
  ["nothing wide", box(3, 0, 0, 10)],
  ["nothing high", box(0, 3, 10, 0)],
  ["huge", box(-1e308, -1e308, 1.7e308, 1.7e308)],
])("%s shares nothing", (_, ring) => {
  expect(iou(ring, box(0, 0, 10, 10))).toBe(0);
  expect(iou(ring, ring)).toBe(0);
});

function isIn(ring: Ring, x: number, y: number): boolean {
  return ring.reduce((inside, [x1, y1], index) => {
    const [x2, y2] = ring[(index + 1) % ring.length] ?? [0, 0];
    return y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) ? !inside : inside;
  }, false);
}
