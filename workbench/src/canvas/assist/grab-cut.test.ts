import fc from "fast-check";
import { expect, test } from "vitest";
import { grabCut } from "./grab-cut.ts";
import { halved, type Raster } from "./raster.ts";

/** A picture of these levels of gray, given column by column. */
function gray(width: number, height: number, level: (x: number, y: number) => number): Raster {
  const pixels = Uint32Array.from(
    { length: width * height },
    (_, at) => 0xff_00_00_00 + level(Math.floor(at / height), at % height) * 0x01_01_01,
  );
  return { pixels, width, height };
}

/** Between 0 and 1, the same for the same place. */
function noise(x: number, y: number): number {
  const value = Math.sin(x * 12.9898 + y * 78.233) * 43_758.5453;
  return value - Math.floor(value);
}

const picture = fc
  .record({
    width: fc.integer({ min: 2, max: 24 }),
    height: fc.integer({ min: 2, max: 24 }),
    seed: fc.nat(99),
  })
  .map(({ width, height, seed }) => gray(width, height, (x, y) => Math.floor(256 * noise(x + seed, y >> 1))));
const framed = picture.chain(({ width, height, ...rest }) =>
  fc
    .tuple(fc.nat(width - 1), fc.nat(width - 1), fc.nat(height - 1), fc.nat(height - 1))
    .map(([x1, x2, y1, y2]) => ({
      raster: { width, height, ...rest },
      box: {
        left: Math.min(x1, x2),
        right: Math.max(x1, x2) + 1,
        top: Math.min(y1, y2),
        bottom: Math.max(y1, y2) + 1,
      },
    })),
);

test("no label is outside the box, and the same box always gives the same labels", () => {
  fc.assert(
    fc.property(framed, ({ raster, box }) => {
      const labels = grabCut(raster, box);
      expect(labels.length).toBe(raster.pixels.length);
      for (const [at, label] of labels.entries()) {
        const [x, y] = [Math.floor(at / raster.height), at % raster.height];
        const isIn = x >= box.left && x < box.right && y >= box.top && y < box.bottom;
        if (!isIn) expect(label).toBe(0);
      }
      expect(grabCut(raster, box)).toEqual(labels);
    }),
  );
});

test.each([
  ["small enough to be cut as a whole", 120],
  ["so large that its edge is refined in two steps", 900],
])("a noisy disc is found in a loose box, %s", (_, side) => {
  const middle = side / 2;
  const isInDisc = (x: number, y: number) => Math.hypot(x + 0.5 - middle, y + 0.5 - middle) < side / 4;
  const raster = gray(side, side, (x, y) => Math.round((isInDisc(x, y) ? 170 : 80) + 40 * noise(x, y)));
  const box = { left: side / 6, top: side / 5, right: side - side / 5, bottom: side - side / 6 };
  const labels = grabCut(raster, box);
  const wrong = labels.reduce((sum, label, at) => {
    const isRight = label === (isInDisc(Math.floor(at / side), at % side) ? 1 : 0);
    return sum + (isRight ? 0 : 1);
  }, 0);
  expect(wrong).toBeLessThan(side); // about a third of the pixels along the edge
});

test("nothing is found where nothing is around the box, or all looks the same", () => {
  const even = gray(30, 20, () => 100);
  expect(grabCut(even, { left: 0, top: 0, right: 30, bottom: 20 }).includes(1)).toBe(false);
  expect(grabCut(even, { left: 5, top: 5, right: 20, bottom: 15 }).includes(1)).toBe(false);
});

test("a halved picture has the mean colors of up to four pixels", () => {
  const pixels = Uint32Array.from([
    0xff_10_20_30, 0xff_20_30_40, 0xff_30_40_50, 0xff_30_40_50, 0xff_ff_fe_fd, 0xff_01_02_03,
  ]);
  expect([...halved({ pixels, width: 3, height: 2 }).pixels]).toEqual([0x24_34_44, 0x80_80_80]);
  expect([...halved({ pixels, width: 2, height: 3 }).pixels].length).toBe(2);
});
