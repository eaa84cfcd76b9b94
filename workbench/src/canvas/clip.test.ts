import { outlineOf, type Point } from "@assay/domain/outline.ts";
import { polygon } from "@assay/domain/types/polygon/polygon.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { joined, type Rings, without } from "./clip.ts";

/** A polygon that every ray from its middle crosses once, on hundredths of pixels. */
const star = fc
  .record({
    x: fc.integer({ min: 40, max: 60 }),
    y: fc.integer({ min: 40, max: 60 }),
    radii: fc.array(fc.integer({ min: 5, max: 40 }), { minLength: 3, maxLength: 20 }),
  })
  .map(
    ({ x, y, radii }): Rings => [
      radii.map((radius, index): Point => {
        const angle = (index / radii.length) * 2 * Math.PI;
        return [hundredth(x + radius * Math.cos(angle)), hundredth(y + radius * Math.sin(angle))];
      }),
    ],
  );
/** Polygons on which a clipper for fractions ended with "Unable to complete output ring". */
const NEARLY_TOUCHED: Rings[number] = [
  ...([
    [69, 46],
    [46.5, 50.33],
    [41.5, 50.33],
    [39, 46],
  ] as const),
  ...([
    [41.5, 41.67],
    [62.5, 13.96],
  ] as const),
];
const TOUCHING: Rings[number] = [
  ...([
    [83, 40],
    [55.05, 43.24],
    [52.08, 44.55],
    [49.29, 44.95],
    [46.73, 43.78],
    [45.2, 41.41],
  ] as const),
  ...([
    [45.2, 38.59],
    [46.73, 36.22],
    [49.29, 35.05],
    [62.46, 12.71],
    [63.46, 31.35],
  ] as const),
];
const hundredth = (pixels: number) => Math.round(pixels * 100) / 100;

const areaOf = (polygons: readonly Rings[]) =>
  polygons.reduce((sum, [outer = [], ...holes]) => sum + outlineOf(outer, holes).area, 0);

/** The rounding to hundredths moves an outline of this many pixels by up to half a hundredth, and slivers are left out. */
const NEAR = 4;

const item = { width: 100, height: 100, duration: null, text: null, responses: null };

/** What the API says to these polygons. */
function faults(polygons: readonly Rings[]) {
  const objects = polygons.map(([points = [], ...holes]) => ({
    label: "car",
    points: points.map(([x, y]) => [x, y]),
    holes: holes.map((hole) => hole.map(([x, y]) => [x, y])),
  }));
  return polygon.validate({ objects }, item, null);
}

test("a union and what is left of each have the areas of sets, and the API takes them", () => {
  fc.assert(
    fc.property(star, star, (one, other) => {
      const [both, left, right] = [joined([one, other]), without(one, [other]), without(other, [one])];
      const shared = areaOf([one]) - areaOf(left);
      expect(Math.abs(areaOf([one]) + areaOf([other]) - shared - areaOf(both))).toBeLessThan(NEAR);
      expect(Math.abs(areaOf([other]) - shared - areaOf(right))).toBeLessThan(NEAR);
      expect(faults([...both, ...left, ...right])).toEqual([]);
    }),
    { examples: [[[NEARLY_TOUCHED], [TOUCHING]]] },
  );
});

test("polygons apart stay apart, one within another is a hole of what is left, and a half on a side joins to a whole", () => {
  const box = (x: number, y: number, side: number): Rings => [
    [
      [x, y],
      [x + side, y],
      [x + side, y + side],
      [x, y + side],
    ],
  ];
  expect(joined([box(0, 0, 10), box(20, 0, 10)])).toHaveLength(2);
  expect(without(box(0, 0, 10), [box(2, 2, 4)])[0]).toHaveLength(2);
  expect(without(box(2, 2, 4), [box(0, 0, 10)])).toEqual([]);
  const whole = joined([box(0, 0, 10), box(10, 0, 10)]);
  expect(whole).toHaveLength(1);
  expect(areaOf(whole)).toBe(200);
});

test("polygons with more corners than the page can join in time are refused with their number", () => {
  const round = (x: number): Rings => [
    Array.from({ length: 10_001 }, (_, index): Point => {
      const angle = (index / 10_001) * 2 * Math.PI;
      return [hundredth(x + 900 * Math.cos(angle)), hundredth(1_000 + 900 * Math.sin(angle))];
    }),
  ];
  expect(() => joined([round(1_000), round(1_500)])).toThrow(
    "These polygons have 20,002 corners, more than 20,000. Simplify them first",
  );
});
