import type { Blobs } from "../platform/blobs/blobs.ts";
import type { Decode } from "./decoder.ts";
import type { StagedImage } from "./upright.ts";

/** The longest sides of thumbnails, in pixels. */
export const THUMBNAIL_SIDES = [128, 512, 2048] as const;

/** Stages an upright copy as WebP that fits into a square of `side` pixels; a smaller image keeps its size. */
export async function stageThumbnail(
  blobs: Pick<Blobs, "stage">,
  decode: Decode,
  side: number,
): Promise<StagedImage> {
  const small = decode().autoOrient().resize(side, side, { fit: "inside", withoutEnlargement: true });
  const staged = await blobs.stage(small.webp(), Number.POSITIVE_INFINITY);
  return { staged, content_type: "image/webp" };
}
