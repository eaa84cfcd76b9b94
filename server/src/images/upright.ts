import type { Sharp } from "sharp";
import type { Blobs, ReadableBlob, StagedBlob } from "../platform/blobs/blobs.ts";
import { withFile } from "../platform/blobs/with-file.ts";
import { decoding } from "./decoder.ts";

/** The high quality at which JPEG and WebP lose less than what people can see. */
const QUALITY = 95;

/**
 * How an upright copy is written, by the type of the image: those that can have an EXIF orientation. AVIF has a rotation of its
 * own, which every reader applies. Optimal tables would take a JPEG of 100 megapixels 1.6 GB, and not 430 MB (2026-11-27).
 */
const WRITERS: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  "image/jpeg": (image) =>
    image.jpeg({ quality: QUALITY, chromaSubsampling: "4:4:4", optimizeCoding: false }),
  "image/png": (image) => image.png(),
  "image/webp": (image) => image.webp({ quality: QUALITY }),
  "image/tiff": (image) => image.tiff({ compression: "deflate" }),
};

/**
 * Stages a copy of an image whose pixels are upright as stored, without EXIF orientation, in the same type and with the other
 * metadata; undefined if the image itself is like that. All readers see the same pixels of the copy, whether or not they know
 * of orientations: half of them do not.
 */
export async function stageUpright(
  blobs: Pick<Blobs, "stage">,
  blob: ReadableBlob,
  content_type: string,
): Promise<StagedBlob | undefined> {
  const write = WRITERS[content_type];
  if (write === undefined) return undefined;
  return decoding((read) =>
    withFile(blob, async (path) => {
      const { orientation = 1 } = await read(path).metadata();
      if (orientation === 1) return undefined;
      return blobs.stage(write(read(path).autoOrient().keepMetadata()), Number.POSITIVE_INFINITY);
    }),
  );
}
