import { crc32, deflateSync } from "node:zlib";
import type { Item } from "../src/editors/editor.ts";
import { givenItem } from "./given.ts";

/** An item with an image of this size: a gray gradient with a light square in each corner. */
export function givenImage(width: number, height: number, more: Partial<Item> = {}): Item {
  const file = {
    id: "file_1",
    filename: "street.png",
    content_type: "image/png",
    width,
    height,
    duration: null,
  };
  return givenItem({ file, line: null, content_url: imageUrl(width, height), ...more });
}

function imageUrl(width: number, height: number): string {
  return `data:image/png;base64,${pngOf(width, height).toString("base64")}`;
}

/** A PNG file in gray, of levels from 0 to 255; by default that of `givenImage`. */
export function pngOf(width: number, height: number, level = cornersOf(width, height)): Buffer {
  const rows = Buffer.alloc((width + 1) * height); // each row begins with its filter type, 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = level(x, y);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8); // 8 bit grayscale
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

function cornersOf(width: number, height: number) {
  return (x: number, y: number): number => {
    const isCorner = (x < 16 || x >= width - 16) && (y < 16 || y >= height - 16);
    return isCorner ? 230 : 60 + Math.round((60 * (x + y)) / (width + height));
  };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
