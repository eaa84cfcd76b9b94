import fc from "fast-check";
import { expect, test } from "vitest";
import { type Box, dragCorner, iou } from "./box.ts";

const side = fc.integer({ min: 1, max: 50 });
const box = fc.record({
  x: fc.integer({ min: 0, max: 60 }),
  y: fc.integer({ min: 0, max: 60 }),
  width: side,
  height: side,
});

test("two boxes of 10 by 10 that share a 5 by 10 half have an IoU of a third", () => {
  const left = { x: 0, y: 0, width: 10, height: 10 };
  expect(iou(left, { ...left, x: 5 })).toBeCloseTo(1 / 3, 12);
});

test("boxes that only touch share nothing", () => {
  const left = { x: 0, y: 0, width: 10, height: 10 };
  expect(iou(left, { ...left, x: 10 })).toBe(0);
});

test("boxes without area give 0", () => {
  const point = { x: 3, y: 3, width: 0, height: 0 };
  expect(iou(point, point)).toBe(0);
});

test("IoU counts the pixels of whole-number boxes", () => {
  fc.assert(
    fc.property(box, box, (a, b) => {
      const [inA, inB] = [pixels(a), pixels(b)];
      const shared = [...inA].filter((pixel) => inB.has(pixel)).length;
      expect(iou(a, b)).toBeCloseTo(shared / new Set([...inA, ...inB]).size, 12);
    }),
    { numRuns: 30 },
  );
});

test("IoU is symmetric and 1 for a box and itself", () => {
  fc.assert(
    fc.property(box, box, (a, b) => {
      expect(iou(a, b)).toBe(iou(b, a));
      expect(iou(a, a)).toBe(1);
    }),
  );
});

test("dragging a corner keeps the opposite one, and dragging it past that one flips the box", () => {
  const start = { x: 10, y: 10, width: 10, height: 10 };
  expect(dragCorner(start, "se", 30, 40)).toEqual({ x: 10, y: 10, width: 20, height: 30 });
  expect(dragCorner(start, "nw", 25, 12)).toEqual({ x: 20, y: 12, width: 5, height: 8 });
});

function pixels({ x, y, width, height }: Box): Set<number> {
  const found = new Set<number>();
  for (let row = y; row < y + height; row += 1) {
    for (let column = x; column < x + width; column += 1) found.add(row * 1_000 + column);
  }
  return found;
}
