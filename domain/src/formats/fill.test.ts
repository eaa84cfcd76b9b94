import fc from "fast-check";
import { expect, test } from "vitest";
import { runsWithin } from "../geometry/fill.ts";
import type { Point, Ring } from "../outline.ts";
import { bands, paint } from "./fill.ts";

const HEIGHT = 9;
const WIDTH = 11;

/** Whether a point is within an odd number of the rings, by the edges to the left of it. */
function isWithin(rings: readonly Ring[], x: number, y: number): boolean {
  const crossed = rings.flatMap((ring) =>
    ring.filter(([x1, y1], index) => {
      const [x2, y2] = ring[(index + 1) % ring.length] ?? [0, 0];
      return y1 <= y !== y2 <= y && x1 + ((y - y1) * (x2 - x1)) / (y2 - y1) <= x;
    }),
  );
  return crossed.length % 2 === 1;
}

/** Irrational coordinates, so that no center of a pixel is on a line, where rounding decides. */
const along = fc.integer({ min: -9, max: 60 });
const point = fc.tuple(along, along).map(([x, y]): Point => [(x * Math.SQRT2) / 7, (y * Math.sqrt(3)) / 8]);
const ring = fc.array(point, { minLength: 3, maxLength: 8 });

test("the pixels within rings are those whose centers are, row by row and in bands", () => {
  fc.assert(
    fc.property(fc.array(ring, { maxLength: 3 }), (rings) => {
      const runs = runsWithin(rings, [HEIGHT, WIDTH]);
      const drawn = [
        ...bands({ left: 2, top: 1, width: WIDTH - 3, height: HEIGHT - 1 }, (band) =>
          paint(runs, HEIGHT, band, 7),
        ),
      ].flatMap(({ pixels }) => [...pixels]);

      const expected: number[] = [];
      for (let y = 1; y < HEIGHT; y += 1)
        for (let x = 2; x < WIDTH - 1; x += 1) expected.push(isWithin(rings, x + 0.5, y + 0.5) ? 7 : 0);
      expect(drawn).toEqual(expected);
      expect([...runs]).toEqual([...new Set(runs)].sort((a, b) => a - b));
    }),
  );
});

test("a large image is cut into bands of at most a million pixels, without a gap", () => {
  const found = [...bands({ left: 0, top: 5, width: 3_000, height: 1_000 }, () => {})];

  expect(found.map(({ top, rows }) => [top, rows])).toEqual([
    [5, 333],
    [338, 333],
    [671, 333],
    [1_004, 1],
  ]);
});
