import type { Sharp } from "sharp";
import type { ReadableBlob } from "../platform/blobs/blobs.ts";
import { withFile } from "../platform/blobs/with-file.ts";
import { createMutex } from "../platform/mutex.ts";

/** The largest image that the service decodes. */
export const MAX_PIXELS = 100_000_000;

/** Decodes the image, of an animation or a file of many pages the first one; each call begins anew. */
export type Decode = () => Sharp;

/** The slowest image, of 100 megapixels, takes 20 s on one core (2026-11-27). */
const MAX_SECONDS = 60;

/**
 * Runs `use` when no other image of the thread is decoded, so that the largest image bounds the memory and the
 * service keeps a core for requests. The decoder works in threads of its own.
 */
export function decoding<T>(blob: ReadableBlob, use: (decode: Decode) => Promise<T>): Promise<T> {
  return exclusively(async () => {
    const read = await loadSharp();
    return withFile(blob, (path) => use(() => read(path)));
  });
}

/** The same for an image in memory, or its first bytes. */
export function decodingBytes<T>(bytes: Buffer, use: (decode: Decode) => Promise<T>): Promise<T> {
  return exclusively(async () => {
    const read = await loadSharp();
    return use(() => read(bytes));
  });
}

const exclusively = createMutex();

/** Up to here some images are decoded at once: each takes some megabytes and some milliseconds. */
const SMALL_PIXELS = 1_000_000;

/** Pixels of an upright image: EXIF orientation applied. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The size of an image of at most a million pixels, which is decoded completely, beside others; undefined if it is larger or
 * has a fault.
 */
export async function sizeIfSmall(bytes: Buffer): Promise<ImageSize | undefined> {
  const read = await loadSharp(SMALL_PIXELS);
  const decoded = read(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true });
  return decoded.then(
    ({ info: { width, height } }) => ({ width, height }),
    () => undefined,
  );
}

/** Loaded with the first image: starting it costs memory that many services never need. */
async function loadSharp(
  limitInputPixels: number | false = false,
): Promise<(image: string | Buffer) => Sharp> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  return (image) =>
    sharp(image, { failOn: "error", limitInputPixels, pages: 1 }).timeout({ seconds: MAX_SECONDS });
}
