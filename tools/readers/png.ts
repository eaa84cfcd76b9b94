import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A black 8-bit grayscale image as PNG, sides in pixels. Source: W3C, PNG (third edition), section 5. */
export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8); // bits a pixel; the rest stays 0: grayscale, no filter, no interlace
  const pixels = deflateSync(Buffer.alloc(height * (1 + width)));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, body: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name, "latin1"), body]);
  const framed = Buffer.alloc(content.length + 8);
  framed.writeUInt32BE(body.length, 0);
  content.copy(framed, 4);
  framed.writeUInt32BE(crc32(content), content.length + 4);
  return framed;
}
