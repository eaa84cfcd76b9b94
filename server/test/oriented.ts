import sharp from "sharp";

/** The colors of the corners of an upright image: top left, top right, bottom left, bottom right. */
export type Corners = string;

/** A type of image that can have an EXIF orientation. */
export type OrientedFormat = "jpeg" | "png" | "webp" | "tiff";

/**
 * What an image looks like upright that is stored with red and green corners above blue and white ones, by its orientation.
 * Source: EXIF 2.32, tag 274: which sides of the picture the first row and the first column are.
 */
export const UPRIGHT: readonly (readonly [orientation: number, corners: Corners])[] = [
  [1, "red green blue white"],
  [2, "green red white blue"],
  [3, "white blue green red"],
  [4, "blue white red green"],
  [5, "red blue green white"],
  [6, "blue red white green"],
  [7, "white green blue red"],
  [8, "green white red blue"],
];

const COLORS = { red: [255, 0, 0], green: [0, 255, 0], blue: [0, 0, 255], white: [255, 255, 255] } as const;

/** The sides of the image as it is stored; upright they are exchanged from orientation 5 on. */
const [WIDTH, HEIGHT] = [48, 32];

/** The sides of the upright image of that orientation. */
export function uprightSides(orientation: number): { width: number; height: number } {
  return orientation < 5 ? { width: WIDTH, height: HEIGHT } : { width: HEIGHT, height: WIDTH };
}

/** An image of four colors whose EXIF says that orientation. */
export function givenOriented(format: OrientedFormat, orientation: number): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const isLeft = x < WIDTH / 2;
      const color = y < HEIGHT / 2 ? (isLeft ? "red" : "green") : isLeft ? "blue" : "white";
      pixels.set(COLORS[color], (y * WIDTH + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
}

/** The sides and corners of an image to a reader that knows nothing of orientations, such as PIL. */
export async function seenAsStored(
  image: Buffer,
): Promise<{ width: number; height: number; corners: Corners }> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const at = (x: number, y: number) => nameOf(data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3));
  const [right, bottom] = [width - 4, height - 4];
  return { width, height, corners: [at(3, 3), at(right, 3), at(3, bottom), at(right, bottom)].join(" ") };
}

/** The nearest of the four colors. */
export function nameOf(rgb: Iterable<number>): string {
  const bright = [...rgb].slice(0, 3).map((value) => (value > 127 ? 255 : 0));
  const found = Object.entries(COLORS).find(([, color]) => color.every((value, at) => value === bright[at]));
  return found?.[0] ?? `rgb(${bright.join(", ")})`;
}
