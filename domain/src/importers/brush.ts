import { addRun, type Runs } from "../run-length.ts";
import { ImportFault } from "./importer.ts";

const CHANNELS = 4;
const OPAQUE = 128;

/**
 * The runs along the rows of a brush region of Label Studio: pixels whose alpha is at least half. `bytes` is the RGBA image of that many pixels, packed
 * bit by bit: 32 bits for its length, 5 for the size of a value less one, four times 4 for sizes of run lengths less one; then blocks, each
 * a bit (1: one value repeated), two bits for the size of its length, the length less one, and the values. Source: `decodeRle` of
 * `@thi.ng/rle-pack`, which Label Studio uses. Throws an ImportFault if it is not that. Time and memory follow the bytes, whatever size they claim.
 */
export function decodeBrush(at: string, bytes: readonly number[], pixels: number): Runs {
  const read = bitReader(at, bytes);
  const count = read(32);
  if (count !== pixels * CHANNELS)
    throw new ImportFault(`${at}.value.rle`, `holds ${count / CHANNELS} pixels, and the image has ${pixels}`);
  const wordSize = read(5) + 1;
  const sizes = [read(4) + 1, read(4) + 1, read(4) + 1, read(4) + 1];
  const bounds: number[] = [];
  let place = 0;
  const put = (value: number, length: number) => {
    const from = Math.floor(place / CHANNELS); // the alpha is the last channel
    place += length;
    if (value >= OPAQUE) addRun(bounds, from, Math.floor(place / CHANNELS));
  };
  while (place < count) {
    const isRepeated = read(1) === 1;
    const length = read(sizes[read(2)] ?? 1) + 1;
    if (place + length > count)
      throw new ImportFault(`${at}.value.rle`, "its runs are longer than the image");
    if (isRepeated) put(read(wordSize), length);
    else for (let step = 0; step < length; step += 1) put(read(wordSize), 1);
  }
  return Float64Array.from(bounds);
}

function bitReader(at: string, bytes: readonly number[]): (bits: number) => number {
  let bit = 0;
  return (bits) => {
    let value = 0;
    for (let step = 0; step < bits; step += 1) {
      const byte = bytes[bit >> 3];
      if (byte === undefined) throw new ImportFault(`${at}.value.rle`, "ends too early");
      value = value * 2 + ((byte >> (7 - (bit & 7))) & 1);
      bit += 1;
    }
    return value;
  };
}
