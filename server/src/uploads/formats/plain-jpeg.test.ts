import sharp from "sharp";
import { expect, test } from "vitest";
import { sizeIfSmall } from "../../images/decoder.ts";
import { sizeOfPlainJpeg } from "./plain-jpeg.ts";

/** The same pixels each time. */
function givenPhoto(width: number, height: number) {
  const pixels = Uint8Array.from({ length: width * height * 3 }, (_, index) => (index * index) % 251);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const plain = await givenPhoto(64, 48).jpeg({ optimiseCoding: false }).toBuffer();
const others = [
  await givenPhoto(1, 1).greyscale().jpeg().toBuffer(),
  await givenPhoto(17, 9).jpeg({ chromaSubsampling: "4:4:4" }).toBuffer(),
];

test("a plain JPEG in color or gray has the size that the decoder finds", async () => {
  for (const bytes of [plain, ...others]) {
    const size = sizeOfPlainJpeg(bytes);
    expect(size).toBeDefined();
    expect(size).toEqual(await sizeIfSmall(bytes));
  }
});

test.each([
  ["progressive", givenPhoto(64, 48).jpeg({ progressive: true })],
  ["turned by its Exif", givenPhoto(64, 48).withMetadata({ orientation: 6 }).jpeg()],
  ["with a profile", givenPhoto(64, 48).withIccProfile("p3").jpeg()],
  ["in CMYK", givenPhoto(64, 48).toColourspace("cmyk").jpeg()],
])("a JPEG that is %s is left to the decoder", async (_, image) => {
  expect(sizeOfPlainJpeg(await image.toBuffer())).toBeUndefined();
});

test("a JPEG that is cut off anywhere is left to the decoder", () => {
  for (let length = 2; length < plain.length; length += 1) {
    expect(sizeOfPlainJpeg(plain.subarray(0, length))).toBeUndefined();
  }
});

test("what is taken as plain with a broken byte before the pixels, the decoder takes with the same size", async () => {
  const pixels = plain.indexOf(Buffer.from([0xff, 0xda])) + 14;
  let taken = 0;
  for (let at = 2; at < pixels; at += 1) {
    for (const wrong of [0, 0x11, 0xff]) {
      const bytes = Buffer.from(plain);
      bytes[at] = wrong;
      const size = sizeOfPlainJpeg(bytes);
      if (size === undefined || size.width * size.height > 1_000_000) continue;
      taken += 1;
      expect([at, wrong, await sizeIfSmall(bytes)]).toEqual([at, wrong, size]);
    }
  }
  expect(taken).toBeGreaterThan(100);
});

test("a table with more codes of a length than there can be is left to the decoder, which refuses it", async () => {
  const bytes = Buffer.from(plain);
  const lengths = bytes.subarray(bytes.indexOf(Buffer.from([0xff, 0xc4])) + 5).subarray(0, 16);
  const most = lengths.indexOf(Math.max(...lengths));
  lengths[most] = lengths.readUInt8(most) - 3;
  lengths[0] = lengths.readUInt8(0) + 3; // of one bit

  expect(sizeOfPlainJpeg(bytes)).toBeUndefined();
  expect(await sizeIfSmall(bytes)).toBeUndefined();
});
