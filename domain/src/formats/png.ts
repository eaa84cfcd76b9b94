import { type Band, bands } from "./fill.ts";
import { runZlib } from "./run-zlib.ts";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const GRAYSCALE = 0;
const PALETTE = 3;
/** Each byte is the difference from the one above it, and rows of a mask are mostly alike. */
const FILTER_UP = 2;
const CRC_POLYNOMIAL = 0xedb88320;

/**
 * A PNG of the numbers 0 to `highest`, painted band by band: up to 255 as indexes into the palette of
 * `labelColor`, above as 16-bit grayscale. At most about a million pixels are in memory. Source: W3C, PNG
 * (third edition).
 */
export function* maskPng(
  { width, height }: { readonly width: number; readonly height: number },
  highest: number,
  painted: (band: Band) => void,
): Generator<Uint8Array> {
  const isWide = highest > 255;
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, isWide ? 16 : 8);
  header.setUint8(9, isWide ? GRAYSCALE : PALETTE);
  yield SIGNATURE;
  yield chunk("IHDR", new Uint8Array(header.buffer));
  if (!isWide) yield chunk("PLTE", palette(highest + 1));

  for (const part of runZlib(filteredBands({ width, height }, isWide, painted))) yield chunk("IDAT", part);
  yield chunk("IEND", new Uint8Array(0));
}

function* filteredBands(
  { width, height }: { readonly width: number; readonly height: number },
  isWide: boolean,
  painted: (band: Band) => void,
): Generator<Uint8Array> {
  let above = new Uint8Array(width * (isWide ? 2 : 1));
  for (const band of bands({ left: 0, top: 0, width, height }, painted)) {
    const bytes = isWide ? bigEndian(band.pixels) : Uint8Array.from(band.pixels);
    yield filtered(bytes, above);
    above = bytes.subarray(bytes.length - above.length);
  }
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

function palette(size: number): Uint8Array {
  return Uint8Array.from(Array.from({ length: size }, (_, number) => labelColor(number)).flat());
}

function bigEndian(numbers: Uint16Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(numbers.length * 2));
  for (const [at, number] of numbers.entries()) view.setUint16(at * 2, number);
  return new Uint8Array(view.buffer);
}

/** The rows of a band, each after its filter; `above` is the row before the first. */
function filtered(bytes: Uint8Array, above: Uint8Array): Uint8Array {
  const length = above.length;
  const rows = bytes.length / length;
  const result = new Uint8Array(bytes.length + rows);
  for (let row = 0; row < rows; row += 1) {
    const [from, to] = [row * length, row * (length + 1)];
    result[to] = FILTER_UP;
    for (let at = 0; at < length; at += 1) {
      const before = row === 0 ? above[at] : bytes[from + at - length];
      result[to + 1 + at] = (bytes[from + at] ?? 0) - (before ?? 0);
    }
  }
  return result;
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
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 255] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
