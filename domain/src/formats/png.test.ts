import { crc32, inflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { labelColor, maskPng } from "./png.ts";
import { RunZlib } from "./run-zlib.ts";
import type { Layer } from "./vertical-steps.ts";

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

/** The stream of runs, with the bytes taken after each part. */
function streamOf(parts: readonly (readonly (readonly [byte: number, count: number])[])[]): Buffer {
  const zlib = new RunZlib();
  const taken = parts.map((part) => {
    for (const [byte, count] of part) zlib.put(byte, count);
    return zlib.take();
  });
  return Buffer.concat([...taken, zlib.end()]);
}

test("zlib reads what was written, of runs of any length in any parts", () => {
  fc.assert(
    fc.property(fc.array(runs, { maxLength: 4 }), (parts) => {
      const bytes = parts.flat().flatMap(([byte, count]) => Array<number>(count).fill(byte));

      expect(inflateSync(streamOf(parts))).toEqual(Buffer.from(bytes));
    }),
  );
});

test("a run is not broken by one of no bytes", () => {
  expect(
    streamOf([
      [
        [7, 5],
        [0, 0],
        [7, 5],
      ],
    ]),
  ).toEqual(streamOf([[[7, 10]]]));
});

test("the checksum of many large bytes is right", () => {
  expect(inflateSync(streamOf([[[255, 3_000_000]], [[255, 100_000]]])).length).toBe(3_100_000);
});

const [WIDTH, HEIGHT] = [13, 7];

/** Layers of runs, which begin and end anywhere. */
const layers = (highest: number) =>
  fc.array(
    fc.record({
      number: fc.integer({ min: 1, max: highest }),
      runs: fc
        .uniqueArray(fc.nat(WIDTH * HEIGHT), { maxLength: 20 })
        .map((bounds) => Float64Array.from(bounds.slice(bounds.length % 2)).sort()),
    }),
    { maxLength: 5 },
  );

/** The number of each pixel, row by row. */
function painted(all: readonly Layer[]): number[] {
  const numbers = Array<number>(WIDTH * HEIGHT).fill(0);
  for (const { number, runs } of all) {
    for (let at = 0; at < runs.length; at += 2) {
      for (let pixel = runs[at] ?? 0; pixel < (runs[at + 1] ?? 0); pixel += 1) {
        numbers[Math.floor(pixel / HEIGHT) + WIDTH * (pixel % HEIGHT)] = number;
      }
    }
  }
  return numbers;
}

test("numbers up to 255 are indexes into a palette, and later layers cover earlier ones", () => {
  fc.assert(
    fc.property(layers(200), (all) => {
      const png = Buffer.concat([...maskPng({ width: WIDTH, height: HEIGHT }, 200, all)]);

      const { IHDR = Buffer.alloc(0), PLTE = Buffer.alloc(0), IDAT = Buffer.alloc(0) } = chunksOf(png);
      expect([IHDR.readUInt32BE(0), IHDR.readUInt32BE(4), ...IHDR.subarray(8)]).toEqual([
        ...[WIDTH, HEIGHT, 8, 3],
        ...[0, 0, 0],
      ]);
      expect(PLTE.length).toBe(201 * 3);
      expect([...PLTE.subarray(3, 6)]).toEqual(labelColor(1));
      expect(rowsOf(inflateSync(IDAT), WIDTH).flat()).toEqual(painted(all));
    }),
  );
});

test("numbers above 255 are grays of 16 bits", () => {
  fc.assert(
    fc.property(layers(65_535), (all) => {
      const png = Buffer.concat([...maskPng({ width: WIDTH, height: HEIGHT }, 65_535, all)]);

      const { IHDR = Buffer.alloc(0), PLTE, IDAT = Buffer.alloc(0) } = chunksOf(png);
      expect([...IHDR.subarray(8)]).toEqual([16, 0, 0, 0, 0]);
      expect(PLTE).toBeUndefined();
      expect(rowsOf(inflateSync(IDAT), 2 * WIDTH).flat()).toEqual(
        painted(all).flatMap((number) => [number >> 8, number & 255]),
      );
    }),
  );
});

test("a large image has several chunks, and its size costs no time", () => {
  const side = 10_000;
  const runs = Float64Array.of(0, side * side);
  const png = [...maskPng({ width: side, height: side }, 1, [{ number: 1, runs }])];

  const { IDAT = Buffer.alloc(0) } = chunksOf(Buffer.concat(png));
  expect(png.length).toBeGreaterThan(100);
  const rows = inflateSync(IDAT);
  expect(rows.length).toBe(side * (side + 1));
  expect(rows.subarray(1, side + 1).every((byte) => byte === 1)).toBe(true);
  expect(rows.subarray(side + 2, 2 * side + 2).every((byte) => byte === 0)).toBe(true);
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
