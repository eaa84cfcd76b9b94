import { addRun, encodeRle, type Rle, type Runs } from "../run-length.ts";
import { ImportFault } from "./importer.ts";
import { numbersAt, objectAt } from "./json-value.ts";

/** As many as an image of Assay may have. */
const MAX_PIXELS = 100_000_000;

/** Throws an ImportFault unless the image has sides and at most 100 million pixels. */
export function assertSize(at: string, width: number, height: number): void {
  const isSize = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0;
  if (isSize && width * height <= MAX_PIXELS) return;
  throw new ImportFault(at, `${width} × ${height} is not the size of an image of at most 100 million pixels`);
}

/** A mask in COCO's form, its counts compressed or not; throws an ImportFault. */
export function rleAt(at: string, value: unknown): Rle {
  const rle = objectAt(at, value);
  const [height = 0, width = 0] = numbersAt(`${at}.size`, rle.size, 2);
  assertSize(`${at}.size`, width, height);
  if (typeof rle.counts === "string") return { size: [height, width], counts: rle.counts };
  const lengths = numbersAt(`${at}.counts`, rle.counts);
  if (lengths.some((length) => !Number.isInteger(length) || length < 0) || sumOf(lengths) !== width * height)
    throw new ImportFault(`${at}.counts`, `must be lengths whose sum is ${width} × ${height}`);
  return encodeRle(runsOf(lengths), [height, width]);
}

/** The sum of numbers. */
export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/** From the lengths of background and foreground in turn, the first of background. */
export function runsOf(lengths: readonly number[]): Runs {
  const bounds: number[] = [];
  let place = 0;
  for (const [index, length] of lengths.entries()) {
    const from = place;
    place += length;
    if (index % 2 === 1) addRun(bounds, from, place);
  }
  return Float64Array.from(bounds);
}

/** A box of pixels in rows, 1 where the mask is set. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** The runs of a mask in an image of that height that is set only within the box. */
export function runsOfPixels({ left, top, width, height, pixels }: PixelBox, imageHeight: number): Runs {
  const bounds: number[] = [];
  for (let x = 0; x < width; x += 1) {
    for (let y = 0; y < height; y += 1) {
      if (pixels[y * width + x] !== 1) continue;
      const place = (left + x) * imageHeight + top + y;
      addRun(bounds, place, place + 1);
    }
  }
  return Float64Array.from(bounds);
}
