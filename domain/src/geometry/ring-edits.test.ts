import fc from "fast-check";
import { expect, test } from "vitest";
import { boxAround, type Point } from "../outline.ts";
import { distanceToLine, isInRings, nearestLine, shiftWithin } from "./ring-edits.ts";

const point = fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }));

/** A polygon that every ray from `center` crosses once. */
const star = fc.array(fc.integer({ min: 5, max: 50 }), { minLength: 3, maxLength: 12 }).map((radii) =>
  radii.map((radius, index): Point => {
    const angle = (index / radii.length) * 2 * Math.PI;
    return [50 + radius * Math.cos(angle), 50 + radius * Math.sin(angle)];
  }),
);

test("a star contains a point between its middle and a corner, but not a point beyond the corner", () => {
  fc.assert(
    fc.property(star, (ring) => {
      for (const [x, y] of ring) {
        expect(isInRings([ring], [50 + (x - 50) * 0.98, 50 + (y - 50) * 0.98])).toBe(true);
        expect(isInRings([ring], [50 + (x - 50) * 1.02, 50 + (y - 50) * 1.02])).toBe(false);
      }
    }),
  );
});

test("a point in a hole is not in the object", () => {
  const outer: Point[] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ];
  const hole: Point[] = [
    [4, 4],
    [6, 4],
    [6, 6],
    [4, 6],
  ];

  expect(isInRings([outer, hole], [2, 2])).toBe(true);
  expect(isInRings([outer, hole], [5, 5])).toBe(false);
});

test("no point of a segment is nearer than the distance to the segment", () => {
  fc.assert(
    fc.property(point, point, point, fc.double({ min: 0, max: 1, noNaN: true }), (from, a, b, share) => {
      const on: Point = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
      expect(distanceToLine(from, a, b)).toBeLessThanOrEqual(
        Math.hypot(on[0] - from[0], on[1] - from[1]) + 1e-9,
      );
    }),
  );
});

test("the nearest segment of a ring is the one that contains the point", () => {
  fc.assert(
    fc.property(star, fc.nat(), (ring, seed) => {
      const index = seed % ring.length;
      const [[x1, y1], [x2, y2]] = [ring[index] ?? [0, 0], ring[(index + 1) % ring.length] ?? [0, 0]];
      expect(nearestLine(ring, [(x1 + x2) / 2, (y1 + y2) / 2]).distance).toBeLessThan(1e-9);
    }),
  );
});

test("shifted points stay in the image", () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 1 }), fc.integer(), fc.integer(), (points, dx, dy) => {
      const [byX, byY] = shiftWithin(boxAround(points), [dx, dy], { width: 100, height: 100 });
      for (const [x, y] of points) {
        expect(x + byX).toBeGreaterThanOrEqual(0);
        expect(x + byX).toBeLessThanOrEqual(100);
        expect(y + byY).toBeGreaterThanOrEqual(0);
        expect(y + byY).toBeLessThanOrEqual(100);
      }
    }),
  );
});
