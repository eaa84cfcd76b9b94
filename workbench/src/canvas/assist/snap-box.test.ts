import fc from "fast-check";
import { expect, test } from "vitest";
import type { Raster } from "./raster.ts";
import { snappedBox } from "./snap-box.ts";

const [WIDTH, HEIGHT] = [40, 30];

/** A picture with a light rectangle on a dark ground, both a little uneven. */
function pictureOf(left: number, top: number, right: number, bottom: number): Raster {
  const pixels = Uint32Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
    const [x, y] = [Math.floor(at / HEIGHT), at % HEIGHT];
    const isIn = x >= left && x < right && y >= top && y < bottom;
    return 0xff_00_00_00 + ((isIn ? 200 : 60) + ((x * 7 + y * 3) % 4)) * 0x01_01_01;
  });
  return { pixels, width: WIDTH, height: HEIGHT };
}

const noise = fc
  .array(fc.nat(255), { minLength: WIDTH * HEIGHT, maxLength: WIDTH * HEIGHT })
  .map((levels): Raster => ({ pixels: Uint32Array.from(levels), width: WIDTH, height: HEIGHT }));
const side = (size: number) =>
  fc
    .record({
      from: fc.double({ min: 0, max: size - 1, noNaN: true }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ from, share }) => ({ from, size: 1 + (size - from - 1) * share }));
const box = fc
  .tuple(side(WIDTH), side(HEIGHT))
  .map(([across, down]) => ({ x: across.from, width: across.size, y: down.from, height: down.size }));

test("sides stay in the image, move no farther than the reach, and never pass each other", () => {
  fc.assert(
    fc.property(noise, box, fc.nat(15), (raster, before, reach) => {
      const after = snappedBox(raster, before, reach);
      const sides = ({ x, y, width, height }: typeof before) => [x, y, x + width, y + height];
      for (const [index, at] of sides(after).entries()) {
        expect(Math.abs(at - (sides(before)[index] ?? 0))).toBeLessThanOrEqual(reach + 1e-9);
        expect(at).toBeGreaterThanOrEqual(0);
        expect(at).toBeLessThanOrEqual((index % 2 === 0 ? WIDTH : HEIGHT) + 1e-9);
      }
      expect(after.width).toBeGreaterThanOrEqual(1 - 1e-9);
      expect(after.height).toBeGreaterThanOrEqual(1 - 1e-9);
      expect(snappedBox(raster, before, reach)).toEqual(after);
    }),
  );
});

test("a box that was drawn roughly around a rectangle becomes that rectangle, and stays it", () => {
  const near = fc.integer({ min: -3, max: 3 });
  fc.assert(
    fc.property(fc.tuple(near, near, near, near), ([a, b, c, d]) => {
      const raster = pictureOf(12, 9, 30, 22);
      const rough = { x: 12 + a, y: 9 + b, width: 18 + c - a, height: 13 + d - b };
      const after = snappedBox(raster, rough, 4);
      expect(after).toEqual({ x: 12, y: 9, width: 18, height: 13 });
      expect(snappedBox(raster, after, 4)).toEqual(after);
    }),
  );
});

test("without an edge that is near enough and strong enough a side stays", () => {
  const rough = { x: 6.5, y: 9, width: 17, height: 13 };
  expect(snappedBox(pictureOf(12, 9, 30, 22), rough, 3)).toEqual(rough);
  expect(snappedBox(pictureOf(0, 0, WIDTH, HEIGHT), rough, 6)).toEqual(rough);
});
