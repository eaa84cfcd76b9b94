import { ServiceError } from "@assay/domain/errors.ts";
import { type Decode, decoding, type ImageSize, MAX_PIXELS, sizeIfSmall } from "../../images/decoder.ts";
import { bytesOf } from "../../platform/blobs/in-memory.ts";
import type { ImageType } from "./kind.ts";
import type { Part } from "./part.ts";
import { sizeOfPlainJpeg } from "./plain-jpeg.ts";

/** Up to here an image is read into memory, and may have few pixels. */
const SMALL_BYTES = 1024 * 1024;
/** The decoder goes by the same first bytes as `kindOf`. */
const PLAIN: readonly ImageType[] = ["image/jpeg", "image/png", "image/gif"];

/**
 * The size of an image, which is decoded completely to check it, unless it is a small JPEG of the usual kind: of an animation
 * or a multi-page file the first one. Throws `invalid_request` that names the file.
 */
export async function inspectImage(part: Part, type: ImageType): Promise<ImageSize> {
  const { filename, blob } = part;
  const isPlain = PLAIN.includes(type) && blob.size_bytes <= SMALL_BYTES;
  const small = isPlain ? await sizeOfSmall(await bytesOf(blob), type) : undefined;
  return small ?? decoding(blob, (decode) => inspect(decode, filename, type));
}

async function sizeOfSmall(bytes: Buffer, type: ImageType): Promise<ImageSize | undefined> {
  return (type === "image/jpeg" ? sizeOfPlainJpeg(bytes) : undefined) ?? sizeIfSmall(bytes);
}

async function inspect(decode: Decode, filename: string, type: ImageType): Promise<ImageSize> {
  const { mediaType, autoOrient } = await decode()
    .metadata()
    .catch(() => corrupt(filename));
  if (mediaType !== type) return corrupt(filename);
  const { width, height } = autoOrient;
  if (width * height > MAX_PIXELS) throw fault(filename, "has more than 100 megapixels");
  await decode()
    .resize(8, 8, { fit: "fill" })
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
