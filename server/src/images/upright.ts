import type { Sharp } from "sharp";
import type { Blobs, ReadableBlob, StagedBlob } from "../platform/blobs/blobs.ts";
import { type Decode, decoding } from "./decoder.ts";

/** The high quality at which JPEG and WebP lose less than what people can see. */
const QUALITY = 95;

const png = (image: Sharp) => image.png();

/**
 * How an upright copy is written, by the type of the image: those that can have an EXIF orientation. AVIF has a rotation of its
 * own, which every reader applies. Optimal tables would take a JPEG of 100 megapixels 1.6 GB, and not 430 MB (2026-11-27).
 */
const WRITERS: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  "image/jpeg": (image) =>
    image.jpeg({ quality: QUALITY, chromaSubsampling: "4:4:4", optimizeCoding: false }),
  "image/png": png,
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
  return write && decoding(blob, (decode) => copyUpright(blobs, decode, write));
}

/** How EXIF data begins in a JPEG, in a chunk of a PNG and in one of a WebP, and in the texts of PNGs that ImageMagick wrote. */
const EXIF_MARKS = ["Exif", "eXIf", "EXIF", "Raw profile type"];

/**
 * Whether the bytes of an image of that type need a decoder to tell if they are upright: TIFFs, and others with EXIF data. Starting the decoder
 * takes 1 ms (2026-11-27), in which the others of small images are written.
 */
export function mayBeTurned(bytes: Buffer, content_type: string): boolean {
  if (WRITERS[content_type] === undefined) return false;
  return content_type === "image/tiff" || EXIF_MARKS.some((mark) => bytes.includes(mark));
}

/** A staged image and its type. */
export interface StagedImage {
  readonly staged: StagedBlob;
  readonly content_type: string;
}

/**
 * The same for browsers, which show no TIFF: its copy is a PNG, also if it is upright. `decode` decodes an image of
 * `content_type`.
 */
export async function stageShown(
  blobs: Pick<Blobs, "stage">,
  decode: Decode,
  content_type: string,
): Promise<StagedImage | undefined> {
  if (content_type === "image/tiff")
    return { staged: await stageCopy(blobs, png(decode())), content_type: "image/png" };
  const write = WRITERS[content_type];
  const staged = write && (await copyUpright(blobs, decode, write));
  return staged && { staged, content_type };
}

async function copyUpright(
  blobs: Pick<Blobs, "stage">,
  decode: Decode,
  write: (image: Sharp) => Sharp,
): Promise<StagedBlob | undefined> {
  const { orientation = 1 } = await decode().metadata();
  return orientation === 1 ? undefined : stageCopy(blobs, write(decode()));
}

function stageCopy(blobs: Pick<Blobs, "stage">, image: Sharp): Promise<StagedBlob> {
  return blobs.stage(image.autoOrient().keepMetadata(), Number.POSITIVE_INFINITY);
}
