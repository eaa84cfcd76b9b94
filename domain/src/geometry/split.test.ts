import fc from "fast-check";
import { expect, test } from "vitest";
import { findCrossing } from "../crossing.ts";
import { outlineOf, type Point, type Ring } from "../outline.ts";
import { cornersBetween, distanceToLine, nearestLine } from "./ring-edits.ts";
import { simplified } from "./simplify.ts";
import { splitPolygon } from "./split.ts";

/** A polygon that every ray from its middle crosses once, on hundredths of pixels. */
const star = fc
  .array(fc.integer({ min: 5, max: 50 }), { minLength: 3, maxLength: 40 })
  .map((radii) =>
    radii.map((radius, index): Point => {
      const angle = (index / radii.length) * 2 * Math.PI;
      return [rounded(50 + radius * Math.cos(angle)), rounded(50 + radius * Math.sin(angle))];
    }),
  )
  .filter((ring) => outlineOf(ring).area > 1);
const square: Ring = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];
const rounded = (pixels: number) => Math.round(pixels * 100) / 100;
const isValid = (ring: Ring) => ring.length >= 3 && findCrossing(ring, { left: 1e6 }) === null;
const areaOf = (rings: readonly Ring[]) => outlineOf(rings[0] ?? [], rings.slice(1)).area;

test("a simplified outline keeps within the tolerance of all its corners, invents none and never crosses itself", () => {
  fc.assert(
    fc.property(star, fc.double({ min: 0.1, max: 20, noNaN: true }), (ring, tolerance) => {
      const less = simplified(ring, tolerance);
      expect(isValid(less)).toBe(true);
      for (const corner of less) expect(ring).toContain(corner);
      for (const corner of ring)
        expect(nearestLine(less, corner).distance).toBeLessThanOrEqual(tolerance + 1e-9);
    }),
  );
});

test("corners on a straight side are left out, and all others kept", () => {
  const withMiddles: Point[] = [
    [0, 0],
    [5, 0],
    [10, 0],
    [10, 10],
    [0, 10],
    [0, 5],
  ];
  expect(simplified(withMiddles, 0.5)).toEqual(square);
});

test("the parts of a split polygon have its area together, and none crosses itself", () => {
  const end = fc.tuple(fc.integer({ min: -20, max: 120 }), fc.constantFrom(-20, 120));
  fc.assert(
    fc.property(star, end, end, fc.integer({ min: 20, max: 80 }), (ring, from, to, bend) => {
      const parts = splitPolygon([ring], [from, [bend, 50], to]) ?? [];
      expect(parts.reduce((sum, part) => sum + areaOf(part), 0)).toBeCloseTo(areaOf([ring]), 3);
      for (const [outer = []] of parts) expect(isValid(outer)).toBe(true);
    }),
  );
});

test("a line from side to side halves a square, whose hole stays with its side", () => {
  const hole: Point[] = [
    [6, 2],
    [8, 2],
    [8, 4],
  ];
  const [left, right] =
    splitPolygon(
      [square, hole],
      [
        [4, -5],
        [4, 5],
        [5, 15],
      ],
    )?.toSorted(([one = []], [other = []]) => areaOf([one]) - areaOf([other])) ?? [];
  expect(left).toHaveLength(1);
  expect(right?.[1]).toEqual(hole);
  expect(areaOf(left ?? []) + areaOf(right ?? [])).toBeCloseTo(98, 9);
});

test("a line that ends within leaves the polygon whole, and one through a hole is refused", () => {
  const hole: Point[] = [
    [4, 4],
    [6, 4],
    [6, 6],
    [4, 6],
  ];
  expect(
    splitPolygon(
      [square],
      [
        [5, -5],
        [5, 5],
      ],
    ),
  ).toEqual([[square]]);
  expect(
    splitPolygon(
      [square, hole],
      [
        [5, -5],
        [5, 15],
      ],
    ),
  ).toBeUndefined();
});

test("a line may enter and leave through corners", () => {
  const parts =
    splitPolygon(
      [square],
      [
        [0, 0],
        [10, 10],
      ],
    ) ?? [];
  expect(parts.map((part) => areaOf(part))).toEqual([50, 50]);
});

test("the corners between two points of an outline are those of the shorter way along it", () => {
  expect(cornersBetween(square, [8, 0], [10, 7])).toEqual([[10, 0]]);
  expect(cornersBetween(square, [10, 7], [8, 0])).toEqual([[10, 0]]);
  expect(cornersBetween(square, [2, 0], [7, 0])).toEqual([]);
  expect(cornersBetween(square, [7, 0], [2, 0])).toEqual([]);
  expect(cornersBetween(square, [0, 0], [10, 10])).toHaveLength(1);
});

test("the way between two points of an outline runs along its lines, and is at most half of it", () => {
  const place = fc.double({ min: 0, max: 0.999, noNaN: true });
  fc.assert(
    fc.property(star, place, place, (ring, one, other) => {
      const [from, to] = [one, other].map((share) => pointAt(ring, share));
      if (from === undefined || to === undefined) return;
      const way = [from, ...cornersBetween(ring, from, to), to];
      for (const [step, point] of way.entries()) {
        const next = way[step + 1];
        if (next === undefined) continue;
        const middle: Point = [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2];
        expect(nearestLine(ring, middle).distance).toBeLessThan(1e-6);
      }
      expect(length(way)).toBeLessThanOrEqual(length([...ring, ring[0] ?? from]) / 2 + 1e-6);
    }),
  );
});

/** The point at a share of the corners, along the line to the next. */
function pointAt(ring: Ring, share: number): Point {
  const place = share * ring.length;
  const [x, y] = ring[Math.floor(place)] ?? [0, 0];
  const [nextX, nextY] = ring[(Math.floor(place) + 1) % ring.length] ?? [0, 0];
  const part = place - Math.floor(place);
  const point: Point = [x + part * (nextX - x), y + part * (nextY - y)];
  return distanceToLine(point, [x, y], [nextX, nextY]) < 1e-6 ? point : [x, y];
}

function length(way: readonly Point[]): number {
  return way.reduce((sum, [x, y], step) => {
    const [nextX, nextY] = way[step + 1] ?? [x, y];
    return sum + Math.hypot(nextX - x, nextY - y);
  }, 0);
}
