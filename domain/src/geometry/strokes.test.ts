import fc from "fast-check";
import { expect, test } from "vitest";
import type { Point } from "../outline.ts";
import { decodeRle, encodeRle, type Runs } from "../run-length.ts";
import { distanceToLine } from "./ring-edits.ts";
import { boundAfter, strokeRuns, withoutRuns, withRuns } from "./strokes.ts";

const SIZE = [13, 17] as const; // height, width
const PIXELS = Array.from({ length: SIZE[0] * SIZE[1] }, (_, pixel) => pixel);
const coordinate = fc.double({ min: -4, max: 21, noNaN: true });
const stroke = fc.record({
  points: fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 4 }),
  radius: fc.double({ min: 0.3, max: 6, noNaN: true }),
});
const mask = stroke.map(({ points, radius }) => strokeRuns(points, radius, SIZE));

function has(runs: Runs, pixel: number): boolean {
  return boundAfter(runs, pixel) % 2 === 1;
}

test("a stroke paints exactly the pixels whose centers are within its radius", () => {
  fc.assert(
    fc.property(stroke, ({ points, radius }) => {
      const runs = strokeRuns(points, radius, SIZE);
      for (const pixel of PIXELS) {
        const center: Point = [Math.floor(pixel / SIZE[0]) + 0.5, (pixel % SIZE[0]) + 0.5];
        const distance = Math.min(
          ...points.map((to, index) => distanceToLine(center, points[Math.max(0, index - 1)] ?? to, to)),
        );
        if (Math.abs(distance - radius) > 1e-6) expect(has(runs, pixel)).toBe(distance < radius);
      }
      expect(decodeRle(encodeRle(runs, SIZE))).toEqual(runs);
    }),
  );
});

test("painting adds and erasing removes exactly the pixels of the stroke", () => {
  fc.assert(
    fc.property(mask, mask, (one, other) => {
      const [both, rest] = [withRuns(one, other), withoutRuns(one, other)];
      for (const pixel of PIXELS) {
        expect(has(both, pixel)).toBe(has(one, pixel) || has(other, pixel));
        expect(has(rest, pixel)).toBe(has(one, pixel) && !has(other, pixel));
      }
    }),
  );
});

test("a mask can be erased from its first to its last pixel", () => {
  const whole = Float64Array.of(0, PIXELS.length);

  expect(withoutRuns(whole, whole)).toEqual(new Float64Array());
  expect(withoutRuns(whole, Float64Array.of(0, 5))).toEqual(Float64Array.of(5, PIXELS.length));
});
