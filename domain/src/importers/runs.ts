import { addRun, encodeRle, type Rle, type Runs } from "../run-length.ts";
import { ImportFault, type Size } from "./importer.ts";
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

/** A mask within a box of an image. */
export interface RowBox extends Size {
  readonly left: number;
  readonly top: number;
  /** Along the rows of the box: pixel x + width · y. */
  readonly runs: Runs;
}

/** A result of 5 MiB holds no more runs along the columns, and takes two characters for each. */
const MOST_RUNS = 2_500_000;

/** Makes masks in COCO's form from runs along rows; all the masks that one makes have a bound. */
export type MaskMaker = (at: string, box: RowBox, image: Size) => Rle;

/**
 * A maker for the masks of one item, which throws an ImportFault once they have more than 2.5 million runs along the columns together. Its
 * time and memory follow the runs, of both kinds: a few characters can stand for 100 million pixels.
 */
export function createMaskMaker(): MaskMaker {
  let left = 2 * MOST_RUNS;
  return (at, box, { width, height }) => {
    const changes = changesOf(box);
    for (let index = 0; index < changes.length; index += 2)
      left -= (changes[index + 1] ?? 0) - (changes[index] ?? 0);
    if (left < 0) throw new ImportFault(at, `the masks have more than ${MOST_RUNS} runs along their columns`);
    return encodeRle(alongColumns(box, changes, height), [height, width]);
  };
}

/** The pixels, one row further than the box, that differ from those above them: where the mask differs from itself a row further down. */
function changesOf({ width, runs }: RowBox): Float64Array {
  const bounds = new Float64Array(2 * runs.length);
  bounds.set(runs);
  bounds.set(
    runs.map((bound) => bound + width),
    runs.length,
  );
  return bounds.sort();
}

function alongColumns({ left, top, width }: RowBox, changes: Float64Array, imageHeight: number): Runs {
  const ends: number[] = [];
  for (let index = 0; index < changes.length; index += 2) {
    const to = changes[index + 1] ?? 0;
    for (let pixel = changes[index] ?? 0; pixel < to; pixel += 1)
      ends.push((left + (pixel % width)) * imageHeight + top + Math.floor(pixel / width));
  }
  const sorted = Float64Array.from(ends).sort();
  const bounds: number[] = [];
  for (let index = 0; index < sorted.length; index += 2)
    addRun(bounds, sorted[index] ?? 0, sorted[index + 1] ?? 0);
  return Float64Array.from(bounds);
}
