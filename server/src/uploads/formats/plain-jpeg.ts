import { type ImageSize, MAX_PIXELS } from "../../images/decoder.ts";

const [SOF0, DHT, EOI, SOS, DQT, APP0, COM] = [0xc0, 0xc4, 0xd9, 0xda, 0xdb, 0xe0, 0xfe];

/** What a JPEG says of itself before its pixels. */
interface Header {
  readonly quantizations: Set<number>;
  /** The class and number of each table, as in the byte before it. */
  readonly codes: Set<number>;
  frame: Frame | undefined;
}

interface Frame extends ImageSize {
  readonly components: readonly { readonly id: number; readonly quantization: number }[];
}

/**
 * The size of a JPEG of the usual kind that is complete: baseline, gray or YCbCr, in one scan, without Exif and profiles. Undefined
 * for all others, which the decoder must check. It reads the tables as strictly as the decoder, and like it takes any
 * pixels: wrong bits among them decode to wrong colors. This takes a hundredth of the CPU time of the decoder for 2 kB (2026-11-28).
 *
 * Source: ITU-T T.81, annex B; `jdmarker.c` and `jdhuff.c` of libjpeg-turbo for what is refused.
 */
export function sizeOfPlainJpeg(bytes: Buffer): ImageSize | undefined {
  const header: Header = { quantizations: new Set(), codes: new Set(), frame: undefined };
  let at = 2; // behind SOI, which made the file a JPEG
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1];
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length) return undefined;
    const content = bytes.subarray(at + 4, end);
    if (marker === SOS) return isScan(content, header) && endsAfter(bytes, end) ? sizeOf(header) : undefined;
    if (!readSegment(marker, content, header)) return undefined;
    at = end;
  }
  return undefined;
}

function sizeOf({ frame }: Header): ImageSize | undefined {
  return frame && { width: frame.width, height: frame.height };
}

/** False for what is not understood. */
function readSegment(marker: number | undefined, content: Buffer, header: Header): boolean {
  switch (marker) {
    case APP0:
    case COM:
      return true;
    case DQT:
      return readQuantizations(content, header.quantizations);
    case DHT:
      return readCodes(content, header.codes);
    case SOF0:
      if (header.frame !== undefined) return false;
      header.frame = readFrame(content);
      return header.frame !== undefined;
    default:
      return false;
  }
}

/** Tables of 64 bytes. */
function readQuantizations(content: Buffer, known: Set<number>): boolean {
  let at = 0;
  for (; at + 65 <= content.length; at += 65) {
    const number = content.readUInt8(at);
    if (number > 3) return false;
    known.add(number);
  }
  return at === content.length;
}

/** Huffman tables: how many codes there are of each length, and what they stand for. */
function readCodes(content: Buffer, known: Set<number>): boolean {
  let at = 0;
  while (at + 17 <= content.length) {
    const table = content.readUInt8(at);
    const symbols = at + 17;
    let [count, code] = [0, 0];
    for (let length = 1; length <= 16; length += 1) {
      const some = content.readUInt8(at + length);
      [count, code] = [count + some, code + some];
      if (code > 1 << length) return false;
      code *= 2;
    }
    at = symbols + count;
    if ((table & 0xef) > 3 || count > 256 || at > content.length) return false;
    if (table <= 3 && content.subarray(symbols, at).some((bits) => bits > 15)) return false;
    known.add(table);
  }
  return at === content.length;
}

/** Colors are stored whole, or as one for two or four pixels. */
function readFrame(content: Buffer): Frame | undefined {
  const [precision, count = 0] = [content[0], content[5]];
  if (precision !== 8 || ![1, 3].includes(count) || content.length !== 6 + 3 * count) return undefined;
  const components = Array.from({ length: count }, (_, index) => {
    const [id = 0, sampling = 0, quantization = 0] = content.subarray(6 + 3 * index);
    return { id, sampling, quantization };
  });
  const usual = ([first, ...others]: typeof components) =>
    first !== undefined &&
    [0x11, 0x21, 0x12, 0x22].includes(first.sampling) &&
    others.every(({ sampling }) => sampling === 0x11);
  const isYcbcr = components.every(({ id }, index) => id === index + 1);
  const [height, width] = [content.readUInt16BE(1), content.readUInt16BE(3)];
  if (!usual(components) || !isYcbcr || width * height === 0 || width * height > MAX_PIXELS) return undefined;
  return { width, height, components };
}

/** Whether the only scan has all components, and the tables that it needs are there. */
function isScan(content: Buffer, { frame, quantizations, codes }: Header): boolean {
  if (frame === undefined) return false;
  const { components } = frame;
  const last = 1 + 2 * components.length;
  if (content.length !== last + 3 || content[0] !== components.length) return false;
  if (content.readUIntBE(last, 3) !== 0x003f00) return false; // all coefficients at once
  return components.every(({ id, quantization }, index) => {
    const tables = content.readUInt8(2 + 2 * index);
    const isComplete = codes.has(tables >> 4) && codes.has(0x10 + (tables & 15));
    return content[1 + 2 * index] === id && quantizations.has(quantization) && isComplete;
  });
}

/** Whether the first marker behind the pixels is that of the end. */
function endsAfter(bytes: Buffer, from: number): boolean {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1 && bytes[at + 1] === 0) at = bytes.indexOf(0xff, at + 2);
  return at > from && bytes[at + 1] === EOI;
}
