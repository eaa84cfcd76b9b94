import { crc32, inflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { labelColor, maskPng } from "./png.ts";
import { runZlib } from "./run-zlib.ts";

/** The chunks of a PNG by name, those of one name joined, their checksums checked. */
function chunksOf(png: Buffer): Record<string, Buffer> {
  const found: Record<string, Buffer> = {};
  for (let at = 8; at < png.length; ) {
    const body = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    const name = png.toString("latin1", at + 4, at + 8);
    expect(png.readUInt32BE(at + 8 + body.length)).toBe(crc32(png.subarray(at + 4, at + 8 + body.length)));
    found[name] = Buffer.concat([found[name] ?? Buffer.alloc(0), body]);
    at += 12 + body.length;
  }
  return found;
}

/** The bytes of each row, the difference to the row above added again. */
function rowsOf(pixels: Buffer, length: number): number[][] {
  let above = Array<number>(length).fill(0);
  return Array.from({ length: pixels.length / (length + 1) }, (_, row) => {
    const bytes = pixels.subarray(row * (length + 1) + 1, (row + 1) * (length + 1));
    above = above.map((byte, at) => (byte + (bytes[at] ?? 0)) & 255);
    return above;
  });
}

const runs = fc.array(fc.tuple(fc.nat(255), fc.oneof(fc.nat(4), fc.nat(1_000))), { maxLength: 20 });

test("zlib reads what was written, of runs of any length in any parts", () => {
  fc.assert(
    fc.property(fc.array(runs, { maxLength: 4 }), (parts) => {
      const bytes = parts.map((part) =>
        Uint8Array.from(part.flatMap(([byte, length]) => Array<number>(length).fill(byte))),
      );

      expect(inflateSync(Buffer.concat([...runZlib(bytes)]))).toEqual(Buffer.concat(bytes));
    }),
  );
});

test("the checksum of many large bytes is right", () => {
  const bytes = new Uint8Array(100_000).fill(255);

  expect(inflateSync(Buffer.concat([...runZlib([bytes, bytes])])).length).toBe(200_000);
});

test("numbers up to 255 are indexes into a palette, in images of several bands too", () => {
  const [width, height] = [3_000, 700];
  const png = Buffer.concat([
    ...maskPng({ width, height }, 200, ({ top, pixels }) => {
      for (let at = 0; at < pixels.length; at += 1) pixels[at] = ((at + top * width) >> 9) % 201;
    }),
  ]);

  const { IHDR = Buffer.alloc(0), PLTE = Buffer.alloc(0), IDAT = Buffer.alloc(0) } = chunksOf(png);
  expect([IHDR.readUInt32BE(0), IHDR.readUInt32BE(4), ...IHDR.subarray(8)]).toEqual([
    width,
    height,
    8,
    3,
    0,
    0,
    0,
  ]);
  expect(PLTE.length).toBe(201 * 3);
  expect([...PLTE.subarray(3, 6)]).toEqual(labelColor(1));
  const numbers = rowsOf(inflateSync(IDAT), width).flat();
  expect(numbers.findIndex((number, at) => number !== (at >> 9) % 201)).toBe(-1);
});

test("numbers above 255 are grays of 16 bits", () => {
  const png = Buffer.concat([
    ...maskPng({ width: 2, height: 2 }, 300, ({ pixels }) => pixels.set([0, 1, 256, 300])),
  ]);

  const { IHDR = Buffer.alloc(0), PLTE, IDAT = Buffer.alloc(0) } = chunksOf(png);
  expect([...IHDR.subarray(8)]).toEqual([16, 0, 0, 0, 0]);
  expect(PLTE).toBeUndefined();
  expect(rowsOf(inflateSync(IDAT), 4)).toEqual([
    [0, 0, 0, 1],
    [1, 0, 1, 44],
  ]);
});

test.each([
  [0, [0, 0, 0]],
  [1, [128, 0, 0]],
  [2, [0, 128, 0]],
  [15, [192, 128, 128]],
  [255, [224, 224, 192]],
])("the color of %i is that of PASCAL VOC", (number, color) => {
  expect(labelColor(number)).toEqual(color);
});
