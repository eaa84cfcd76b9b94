import fc from "fast-check";
import { expect, test } from "vitest";
import type { Point } from "../outline.ts";
import type { RotatedBox } from "../rotated-box.ts";
import {
  boxBetween,
  boxOnSide,
  boxWithin,
  HANDLES,
  handlePoint,
  isInBox,
  moveBox,
  resizeBox,
  rotationTowards,
  roundBox,
} from "./box-edits.ts";

const IMAGE = { width: 400, height: 300 };
const anywhere = fc.tuple(
  fc.double({ min: -100, max: 500, noNaN: true }),
  fc.double({ min: -100, max: 400, noNaN: true }),
);
const upright = fc.tuple(anywhere, anywhere).map(([a, b]) => boxWithin(boxBetween(a, b, IMAGE), IMAGE));
const turned = fc
  .tuple(upright, fc.double({ min: -180, max: 180, noNaN: true }))
  .map(([box, rotation]): RotatedBox => ({ ...box, rotation }));
const handles = fc.constantFrom(...HANDLES);

function expectWithin({ x, y, width, height }: RotatedBox): void {
  expect(x).toBeGreaterThanOrEqual(-1e-9);
  expect(y).toBeGreaterThanOrEqual(-1e-9);
  expect(x + width).toBeLessThanOrEqual(IMAGE.width + 1e-9);
  expect(y + height).toBeLessThanOrEqual(IMAGE.height + 1e-9);
  expect(width).toBeGreaterThan(0);
  expect(height).toBeGreaterThan(0);
}

function expectNear([x, y]: Point, [x2, y2]: Point): void {
  expect(Math.hypot(x - x2, y - y2)).toBeLessThan(1e-6);
}

test("every edit leaves a box inside the image and with an area, also after rounding", () => {
  fc.assert(
    fc.property(fc.oneof(upright, turned), anywhere, anywhere, handles, (box, to, by, handle) => {
      for (const edited of [
        moveBox(box, by[0], by[1], IMAGE),
        resizeBox(box, handle, to, IMAGE),
        boxOnSide([box.x, box.y], to, by, IMAGE),
      ]) {
        expectWithin(edited);
        expectWithin(roundBox(edited));
      }
    }),
  );
});

test("dragging a handle of an upright box moves it to the target, and the opposite one stays", () => {
  fc.assert(
    fc.property(upright, fc.constantFrom("nw", "ne", "se", "sw"), anywhere, (box, handle, to) => {
      const opposite = ({ nw: "se", ne: "sw", se: "nw", sw: "ne" } as const)[handle];
      const kept = handlePoint(box, opposite);
      const [x, y]: Point = [Math.min(Math.max(to[0], 0), 400), Math.min(Math.max(to[1], 0), 300)];
      fc.pre(Math.abs(x - kept[0]) >= 1 && Math.abs(y - kept[1]) >= 1);
      const { width, height, ...at } = resizeBox(box, handle, to, IMAGE);
      expectNear([at.x, at.y], [Math.min(x, kept[0]), Math.min(y, kept[1])]);
      expectNear([at.x + width, at.y + height], [Math.max(x, kept[0]), Math.max(y, kept[1])]);
    }),
  );
});

test("the opposite corner of a rotated box stays in place while the box stays within the image", () => {
  const box = { x: 150, y: 120, width: 80, height: 40, rotation: 30 };
  for (const [handle, opposite] of [
    ["se", "nw"],
    ["n", "s"],
    ["w", "e"],
  ] as const) {
    const [x, y] = handlePoint(box, handle);
    expectNear(
      handlePoint(resizeBox(box, handle, [x + 6, y + 9], IMAGE), opposite),
      handlePoint(box, opposite),
    );
  }
});

test("a box drawn from a side has that side, and extends to the point given", () => {
  const box = boxOnSide([100, 100], [160, 180], [100 - 40, 100 + 30], IMAGE);
  expect(box.width).toBeCloseTo(100, 9);
  expect(box.height).toBeCloseTo(50, 9);
  expectNear(handlePoint(box, "nw"), [100, 100]);
  expectNear(handlePoint(box, "ne"), [160, 180]);
});

test("rotating a box towards a point points the middle of its upper side at it", () => {
  fc.assert(
    fc.property(upright, anywhere, (box, to) => {
      const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
      const distance = Math.hypot(to[0] - cx, to[1] - cy);
      fc.pre(distance > 1);
      const [x, y] = handlePoint({ ...box, rotation: rotationTowards(box, to) }, "n");
      const share = box.height / 2 / distance;
      expectNear([x, y], [cx + share * (to[0] - cx), cy + share * (to[1] - cy)]);
    }),
  );
});

test("a box contains its handles moved inwards but not those moved outwards", () => {
  fc.assert(
    fc.property(turned, handles, (box, handle) => {
      const [x, y] = handlePoint(box, handle);
      const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
      const moved = (share: number): Point => [cx + (x - cx) * share, cy + (y - cy) * share];
      expect(isInBox(box, moved(0.99))).toBe(true);
      expect(isInBox(box, moved(1.01))).toBe(false);
    }),
  );
});
