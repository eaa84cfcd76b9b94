import fc from "fast-check";
import { expect, test } from "vitest";
import type { Point } from "../outline.ts";
import { areaOf, type Runs } from "../run-length.ts";
import { regionAround, runsAround, runsWithin } from "./fill.ts";
import { isInRings } from "./ring-edits.ts";
import { boundAfter, strokeRuns, withoutRuns } from "./strokes.ts";

const [HEIGHT, WIDTH] = [12, 15];
const SIZE = [HEIGHT, WIDTH] as const;
const corner = fc.tuple(fc.integer({ min: -8, max: 40 }), fc.integer({ min: -8, max: 40 }));
/**
 * Corners on half pixels, moved so little and so much less in one direction that no edge of up to 24 pixels runs through a
 * center of a pixel: there a rounding error would decide.
 */
const ring = fc
  .array(corner, { minLength: 3, maxLength: 9 })
  .map((points) => points.map(([x, y]): Point => [x / 2 + 0.0002, y / 2 + 0.0098]));
const stroke = fc.array(corner, { minLength: 1, maxLength: 6 }).map((points) =>
  strokeRuns(
    points.map(([x, y]): Point => [x / 2, y / 2]),
    1,
    SIZE,
  ),
);
const has = (runs: Runs, x: number, y: number) => boundAfter(runs, y + HEIGHT * x) % 2 === 1;

/** Every pixel of the image. */
const pixels = Array.from(
  { length: WIDTH * HEIGHT },
  (_, at) => [Math.floor(at / HEIGHT), at % HEIGHT] as const,
);

test("an outline is filled with exactly the pixels whose centers are within it", () => {
  fc.assert(
    fc.property(ring, (points) => {
      const runs = runsWithin([points], SIZE);
      for (const [x, y] of pixels) expect(has(runs, x, y)).toBe(isInRings([points], [x + 0.5, y + 0.5]));
    }),
  );
});

test("a bucket fills what is reached over sides of pixels, and nothing that is painted", () => {
  fc.assert(
    fc.property(stroke, fc.constantFrom(...pixels), (painted, from) => {
      const region = regionAround(painted, from, SIZE);
      const reached = new Set<number>();
      const open = [from];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        const [x, y] = next;
        if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT || has(painted, x, y)) continue;
        if (reached.has(y + HEIGHT * x)) continue;
        reached.add(y + HEIGHT * x);
        open.push([x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]);
      }
      expect(areaOf(region)).toBe(reached.size);
      for (const [x, y] of pixels) expect(has(region, x, y)).toBe(reached.has(y + HEIGHT * x));
    }),
  );
});

test("only the runs around a stroke matter for what is left of it", () => {
  fc.assert(
    fc.property(stroke, stroke, (drawn, painted) => {
      const near = runsAround(painted, drawn[0] ?? 0, drawn.at(-1) ?? 0);
      expect([...withoutRuns(drawn, near)]).toEqual([...withoutRuns(drawn, painted)]);
    }),
  );
});
