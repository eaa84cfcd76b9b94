import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBrush } from "../../../test/read-label-studio.ts";
import { decodeRle, encodeRle } from "../../run-length.ts";
import { brushOf } from "./brush.ts";

test("a mask is the bytes that Label Studio's own encoder writes", () => {
  // encode_rle of label-studio-sdk 2.1.2, for the rows 0 1 and 1 1
  const rle = encodeRle(Float64Array.of(1, 4), [2, 2]);

  expect(brushOf(rle)).toEqual([0, 0, 0, 16, 57, 27, 252, 96, 22, 255, 192]);
});

test("Label Studio finds the pixels of any mask, row by row", () => {
  const sides = fc.record({
    height: fc.integer({ min: 1, max: 40 }),
    width: fc.integer({ min: 1, max: 40 }),
  });
  const masks = sides.chain(({ height, width }) =>
    fc
      .array(fc.boolean(), { minLength: height * width, maxLength: height * width })
      .map((pixels) => ({ height, width, pixels })),
  );
  fc.assert(
    fc.property(masks, ({ height, width, pixels }) => {
      const rle = encodeRle(runsOf(pixels), [height, width]);

      const read = decodeBrush(brushOf(rle));

      const rows = Array.from({ length: height * width }, (_, place) => {
        const [x, y] = [place % width, Math.floor(place / width)];
        return pixels[x * height + y] ? 255 : 0;
      });
      expect(read).toEqual(rows.flatMap((value) => [value, value, value, value]));
    }),
  );
});

test("runs longer than the longest that a code holds are several", () => {
  const size = [300, 400] as const;
  for (const runs of [[], [0, 120_000], [17, 119_999]]) {
    const read = decodeBrush(brushOf(encodeRle(Float64Array.from(runs), size)));

    const area = read.filter((value) => value === 255).length / 4;
    expect([read.length, area]).toEqual([480_000, (runs[1] ?? 0) - (runs[0] ?? 0)]);
  }
});

/** The stretches of true in a list of pixels. */
function runsOf(pixels: readonly boolean[]): Float64Array {
  const bounds = pixels.flatMap((pixel, at) => (pixel === (pixels[at - 1] ?? false) ? [] : [at]));
  if (bounds.length % 2 === 1) bounds.push(pixels.length);
  return decodeRle(encodeRle(Float64Array.from(bounds), [pixels.length, 1]));
}
