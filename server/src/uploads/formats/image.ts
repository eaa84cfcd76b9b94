import { ServiceError } from "@assay/domain/errors.ts";
import { decoding, MAX_PIXELS, type Read } from "../../images/decoder.ts";
import { withFile } from "../../platform/blobs/with-file.ts";
import type { ImageType } from "./kind.ts";
import type { Part } from "./part.ts";

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
  return decoding((read) => withFile(part.blob, (path) => decode(read, part.filename, path, type)));
}

async function decode(read: Read, filename: string, path: string, type: ImageType): Promise<ImageSize> {
  const { mediaType, autoOrient } = await read(path)
    .metadata()
    .catch(() => corrupt(filename));
  if (mediaType !== type) return corrupt(filename);
  const { width, height } = autoOrient;
  if (width * height > MAX_PIXELS) throw fault(filename, "has more than 100 megapixels");
  await read(path)
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
