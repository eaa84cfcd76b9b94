import fc from "fast-check";
import { expect, test } from "vitest";
import { areaOf, boxOf, coveredBy, decodeRle, encodeRle, type Runs } from "./run-length.ts";

/** The results of pycocotools 2.0.11 for these pixels: `encode`, `area` and `toBbox`. */
const COCO: readonly (readonly [readonly string[], string, number, readonly number[]])[] = [
  [["011", "001"], "2111", 3, [1, 0, 2, 2]],
  [["00", "00"], "4", 0, [0, 0, 0, 0]],
  [["111", "111"], "06", 6, [0, 0, 3, 2]],
  [["1110010", "1100000", "1111110", "0100101", "1100001"], "03140J3001MO0041", 18, [0, 0, 7, 5]],
  [
    Array.from({ length: 40 }, (_, y) =>
      Array.from({ length: 50 }, (_, x) => (y >= 3 && y < 30 && x >= 4 && x < 45 ? "1" : "0")).join(""),
    ),
    `S5k0=${"0".repeat(79)}U6`,
    1107,
    [4, 3, 41, 27],
  ],
];

/** The indexes of the pixels that are set. */
function pixelsOf(runs: Runs): number[] {
  const pixels: number[] = [];
  for (let at = 0; at < runs.length; at += 2) {
    for (let pixel = runs[at] ?? 0; pixel < (runs[at + 1] ?? 0); pixel += 1) pixels.push(pixel);
  }
  return pixels;
}

function runsOf(pixels: readonly boolean[]): Runs {
  const bounds = pixels.flatMap((isSet, at) => (isSet === (pixels[at - 1] ?? false) ? [] : [at]));
  return Float64Array.from(bounds.length % 2 === 0 ? bounds : [...bounds, pixels.length]);
}

const HEIGHT = 6;
const anyMask = fc.array(fc.boolean(), { minLength: 48, maxLength: 48 });

test.each(COCO)("%# is written as pycocotools writes it", (rows, counts, area, box) => {
  const [height, width] = [rows.length, rows[0]?.length ?? 0];
  const columns = Array.from({ length: width }, (_, x) => rows.map((row) => row[x] === "1")).flat();
  const runs = decodeRle({ size: [height, width], counts });
  expect(runs).toEqual(runsOf(columns));
  expect(encodeRle(runs, [height, width]).counts).toBe(counts);
  expect(areaOf(runs)).toBe(area);
  expect(boxOf(runs, height)).toEqual(box);
});

test("decoding an encoded mask gives it back, and its box is the smallest around its pixels", () => {
  fc.assert(
    fc.property(anyMask, (mask) => {
      const runs = runsOf(mask);
      expect(decodeRle(encodeRle(runs, [HEIGHT, 8]))).toEqual(runs);
      const pixels = pixelsOf(runs);
      const [x, y, width, height] = boxOf(runs, HEIGHT);
      const columns = pixels.map((pixel) => Math.floor(pixel / HEIGHT));
      const rows = pixels.map((pixel) => pixel % HEIGHT);
      if (pixels.length === 0) return;
      expect([x, y]).toEqual([Math.min(...columns), Math.min(...rows)]);
      expect([x + width - 1, y + height - 1]).toEqual([Math.max(...columns), Math.max(...rows)]);
    }),
  );
});

test("the pixels that several masks share equal those counted one by one", () => {
  const masks = fc.array(anyMask, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(masks, fc.integer({ min: 1, max: 5 }), (given, least) => {
      const expected = Array.from(
        { length: 48 },
        (_, at) => given.filter((mask) => mask[at]).length >= least,
      );
      expect(coveredBy(given.map(runsOf), least)).toEqual(runsOf(expected));
    }),
  );
});

test.each([
  ["", "its runs cover 0 of 6 pixels"],
  ["5", "its runs cover 5 of 6 pixels"],
  ["7", "its runs do not fit into the mask"],
  ["O7", "its runs do not fit into the mask"],
  ["6 ", "it has a character that stands for nothing"],
  ["6\u{1f697}", "it has a character that stands for nothing"],
  ["oooooooooooo0", "it breaks off, or a number in it is too long"],
  ["o", "it breaks off, or a number in it is too long"],
])("the string %j is refused: %s", (counts, message) => {
  expect(() => decodeRle({ size: [2, 3], counts })).toThrow(new RangeError(message));
});

test("a mask of a hundred million pixels takes no more memory than its string", () => {
  const runs = Float64Array.of(1, 50_000_000, 50_000_001, 99_999_999);
  expect(decodeRle(encodeRle(runs, [10_000, 10_000]))).toEqual(runs);
  expect(areaOf(runs)).toBe(99_999_997);
});
