import { RunZlib } from "./run-zlib.ts";
import { type Layer, STEPS, verticalSteps } from "./vertical-steps.ts";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const GRAYSCALE = 0;
const PALETTE = 3;
/** Each byte is the difference from the one above it, and rows of a mask are mostly alike. */
const FILTER_UP = 2;
const CRC_POLYNOMIAL = 0xedb88320;

/** About as many pixels become one chunk. */
const CHUNK_PIXELS = 1_000_000;

/**
 * A PNG of the numbers of layers, of which later ones cover earlier ones; 0 is what none covers, and `highest` the highest. Up
 * to 255 they are indexes into the palette of `labelColor`, above 16-bit grayscale. Time and memory are proportional to the
 * runs of the layers and the rows, not to the pixels. Source: W3C, PNG (third edition).
 */
export function* maskPng(
  { width, height }: { readonly width: number; readonly height: number },
  highest: number,
  layers: readonly Layer[],
): Generator<Uint8Array> {
  const isWide = highest > 255;
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, isWide ? 16 : 8);
  header.setUint8(9, isWide ? GRAYSCALE : PALETTE);
  yield SIGNATURE;
  yield chunk("IHDR", new Uint8Array(header.buffer));
  if (!isWide) yield palette(highest + 1);
  const steps = verticalSteps(layers, [height, width]);
  for (const part of compressed(steps, { width, height }, isWide)) yield chunk("IDAT", part);
  yield chunk("IEND", new Uint8Array(0));
}

/** The rows, each after its filter, whose bytes are 0 where there is no step. */
function* compressed(
  steps: Float64Array,
  { width, height }: { readonly width: number; readonly height: number },
  isWide: boolean,
): Generator<Uint8Array> {
  const zlib = new RunZlib();
  const rowsOfChunk = Math.max(1, Math.floor(CHUNK_PIXELS / width));
  const zeros = isWide ? 2 : 1;
  let next = 0;
  for (let row = 0; row < height; row += 1) {
    zlib.put(FILTER_UP, 1);
    let column = 0;
    for (; (steps[next] ?? Number.POSITIVE_INFINITY) < STEPS * width * (row + 1); next += 1) {
      const step = steps[next] ?? 0;
      const at = Math.floor(step / STEPS) - width * row;
      zlib.put(0, zeros * (at - column));
      if (isWide) zlib.put((step >> 8) & 255, 1);
      zlib.put(step & 255, 1);
      column = at + 1;
    }
    zlib.put(0, zeros * (width - column));
    if ((row + 1) % rowsOfChunk === 0 || row + 1 === height) yield zlib.take();
  }
  yield zlib.end();
}

/**
 * The color of a number in PASCAL VOC's masks, as red, green and blue: the bits of the number in turn, the
 * lowest first, become the highest bits of the colors. 0 is black.
 */
export function labelColor(number: number): [number, number, number] {
  const color: [number, number, number] = [0, 0, 0];
  for (let bit = 0; bit < 24; bit += 1) {
    const channel = bit % 3;
    color[channel] = (color[channel] ?? 0) | (((number >> bit) & 1) << (7 - Math.floor(bit / 3)));
  }
  return color;
}

/** Masks of a dataset have the same palette, and there are 256. */
const palettes = new Map<number, Uint8Array>();

function palette(size: number): Uint8Array {
  const known = palettes.get(size);
  if (known !== undefined) return known;
  const colors = Array.from({ length: size }, (_, number) => labelColor(number));
  const made = chunk("PLTE", Uint8Array.from(colors.flat()));
  palettes.set(size, made);
  return made;
}

function chunk(name: string, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length);
  for (let at = 0; at < 4; at += 1) view.setUint8(4 + at, name.charCodeAt(at));
  bytes.set(body, 8);
  view.setUint32(body.length + 8, crcOf(bytes.subarray(4, body.length + 8)));
  return bytes;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ CRC_POLYNOMIAL : value >>> 1;
  return value;
});

/** Source: W3C, PNG (third edition), annex D. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let at = 0; at < bytes.length; at += 1) {
    crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ (bytes[at] ?? 0)) & 255] ?? 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
