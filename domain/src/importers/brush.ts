import { ImportFault } from "./importer.ts";

const CHANNELS = 4;
const OPAQUE = 128;

/**
 * The pixels, row by row, of a brush region of Label Studio: 1 where its alpha is at least half. `bytes` is the RGBA image of that many pixels, packed
 * bit by bit: 32 bits for its length, 5 for the size of a value less one, four times 4 for sizes of run lengths less one; then blocks, each
 * a bit (1: one value repeated), two bits for the size of its length, the length less one, and the values. Source: `decodeRle` of
 * `@thi.ng/rle-pack`, which Label Studio uses. Throws an ImportFault if it is not that.
 */
export function decodeBrush(at: string, bytes: readonly number[], pixels: number): Uint8Array {
  const read = bitReader(at, bytes);
  const count = read(32);
  if (count !== pixels * CHANNELS)
    throw new ImportFault(`${at}.value.rle`, `holds ${count / CHANNELS} pixels, and the image has ${pixels}`);
  const wordSize = read(5) + 1;
  const sizes = [read(4) + 1, read(4) + 1, read(4) + 1, read(4) + 1];
  const set = new Uint8Array(pixels);
  let place = 0;
  const put = (value: number) => {
    if (place % CHANNELS === CHANNELS - 1 && value >= OPAQUE) set[(place - CHANNELS + 1) / CHANNELS] = 1;
    place += 1;
  };
  while (place < count) {
    const isRepeated = read(1) === 1;
    const length = read(sizes[read(2)] ?? 1) + 1;
    if (place + length > count)
      throw new ImportFault(`${at}.value.rle`, "its runs are longer than the image");
    if (isRepeated) {
      const value = read(wordSize);
      for (let step = 0; step < length; step += 1) put(value);
    } else for (let step = 0; step < length; step += 1) put(read(wordSize));
  }
  return set;
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
