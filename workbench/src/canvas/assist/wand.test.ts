import { areaOf, type Runs } from "@assay/domain/run-length.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { placed, type Raster, rasterOf } from "./raster.ts";
import { similarTo } from "./wand.ts";

const [WIDTH, HEIGHT] = [9, 7];
const gray = (level: number) => 0xff000000 + level * 0x010101;
const picture = fc
  .array(fc.constantFrom(10, 20, 200), { minLength: WIDTH * HEIGHT, maxLength: WIDTH * HEIGHT })
  .map((levels) => rasterOf(Uint32Array.from(levels, gray), WIDTH, HEIGHT));
const place = fc.tuple(fc.nat(WIDTH - 1), fc.nat(HEIGHT - 1));

/** The pixels of runs, numbered column by column. */
function pixelsOf(runs: Runs): Set<number> {
  const pixels = new Set<number>();
  for (let at = 0; at < runs.length; at += 2)
    for (let pixel = runs[at] ?? 0; pixel < (runs[at + 1] ?? 0); pixel += 1) pixels.add(pixel);
  return pixels;
}

function isLike(
  { pixels, height }: Raster,
  [x, y]: readonly [number, number],
  other: number,
  within: number,
) {
  return Math.abs(((pixels[y + height * x] ?? 0) & 255) - ((pixels[other] ?? 0) & 255)) <= within;
}

test("everywhere, the wand takes exactly the pixels of similar color", () => {
  fc.assert(
    fc.property(picture, place, fc.constantFrom(0, 10, 190), (raster, at, tolerance) => {
      const found = pixelsOf(similarTo(raster, at, tolerance, false));
      for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel += 1)
        expect(found.has(pixel)).toBe(isLike(raster, at, pixel, tolerance));
    }),
  );
});

test("a contiguous region is what a walk from pixel to pixel reaches", () => {
  fc.assert(
    fc.property(picture, place, fc.constantFrom(0, 10, 190), (raster, at, tolerance) => {
      const reached = new Set<number>();
      const open: (readonly [number, number])[] = [at];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        const [x, y] = next;
        const pixel = y + HEIGHT * x;
        if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT || reached.has(pixel)) continue;
        if (!isLike(raster, at, pixel, tolerance)) continue;
        reached.add(pixel);
        open.push([x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]);
      }
      expect(pixelsOf(similarTo(raster, at, tolerance, true))).toEqual(reached);
    }),
  );
});

test("a region of a window stands at its place in the image, each pixel as large as what it shows", () => {
  fc.assert(
    fc.property(picture, place, fc.constantFrom(1, 3), (raster, at, scale) => {
      const runs = similarTo(raster, at, 10, false);
      const area = { x: 4, y: 5, width: WIDTH * scale, height: HEIGHT * scale };
      const moved = placed(runs, raster, area, 40, 1e6) ?? new Float64Array();
      expect(areaOf(moved)).toBe(areaOf(runs) * scale * scale);
      const found = pixelsOf(moved);
      for (const pixel of pixelsOf(runs)) {
        const [x, y] = [Math.floor(pixel / HEIGHT), pixel % HEIGHT];
        expect(found.has(5 + y * scale + 40 * (4 + x * scale))).toBe(true);
      }
    }),
  );
  const chess = rasterOf(
    Uint32Array.from({ length: 63 }, (_, at) => gray((at % 2) * 99)),
    WIDTH,
    HEIGHT,
  );
  const area = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
  expect(placed(similarTo(chess, [0, 0], 0, false), chess, area, HEIGHT, 20)).toBeUndefined();
});
