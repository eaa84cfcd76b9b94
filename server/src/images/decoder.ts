import type { Sharp } from "sharp";
import { createMutex } from "../platform/mutex.ts";

/** The largest image that the service decodes. */
export const MAX_PIXELS = 100_000_000;

/** The decoder of the image at `path`, of an animation or a file of many pages the first one. */
export type Read = (path: string) => Sharp;

/**
 * Runs `use` when no other image of the thread is decoded, so that the largest image bounds the memory and the
 * service keeps a core for requests. The decoder works in threads of its own.
 */
export function decoding<T>(use: (read: Read) => Promise<T>): Promise<T> {
  return exclusively(async () => use(await loadSharp()));
}

const exclusively = createMutex();

/** Loaded with the first image: starting it costs memory that many services never need. */
async function loadSharp(): Promise<Read> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  return (path) => sharp(path, { failOn: "error", limitInputPixels: false, pages: 1 });
}
