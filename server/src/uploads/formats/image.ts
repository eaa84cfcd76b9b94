import { ServiceError } from "@assay/domain/errors.ts";
import { type Decode, decoding, MAX_PIXELS } from "../../images/decoder.ts";
import type { ImageType } from "./kind.ts";
import type { Part } from "./part.ts";

/**
 * Up to here the pixels are taken as they are, some megabytes: to scale an image of 64 × 48 pixels takes as long as to decode it (2.8 ms
 * with, 1.4 ms without, 2026-11-27).
 */
const SMALL_PIXELS = 1_000_000;

export interface ImageSize {
  /** Pixels of the upright image: EXIF orientation applied. */
  readonly width: number;
  readonly height: number;
}

/**
 * The size of an image, which is decoded completely to check it: of an animation or a multi-page file the
 * first one. Throws `invalid_request` that names the file.
 */
export async function inspectImage(part: Part, type: ImageType): Promise<ImageSize> {
  return decoding(part.blob, (decode) => inspect(decode, part.filename, type));
}

async function inspect(decode: Decode, filename: string, type: ImageType): Promise<ImageSize> {
  const { mediaType, autoOrient } = await decode()
    .metadata()
    .catch(() => corrupt(filename));
  if (mediaType !== type) return corrupt(filename);
  const { width, height } = autoOrient;
  if (width * height > MAX_PIXELS) throw fault(filename, "has more than 100 megapixels");
  const pixels = width * height <= SMALL_PIXELS ? decode() : decode().resize(8, 8, { fit: "fill" });
  await pixels
    .raw()
    .toBuffer()
    .catch(() => corrupt(filename));
  return { width, height };
}

function corrupt(filename: string): never {
  throw fault(filename, "is an image that cannot be decoded: it is corrupt or cut off");
}

function fault(filename: string, what: string): ServiceError {
  return new ServiceError("invalid_request", `${filename} ${what}`);
}
