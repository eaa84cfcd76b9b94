import { ServiceError } from "@assay/domain/errors.ts";
import type { Sharp } from "sharp";
import { withFile } from "../../platform/blobs/with-file.ts";
import type { ImageType } from "./kind.ts";
import { createMutex } from "./mutex.ts";
import type { Part } from "./part.ts";

const MAX_PIXELS = 100_000_000;

export interface ImageSize {
  /** Pixels of the upright image: EXIF orientation applied. */
  readonly width: number;
  readonly height: number;
}

/**
 * The size of an image, which is decoded completely to check it: of an animation or a multi-page file the
 * first one. One image at a time per process, so that the largest image bounds the memory and the service
 * keeps a core for requests. Throws `invalid_request` that names the file.
 */
export async function inspectImage(part: Part, type: ImageType): Promise<ImageSize> {
  return exclusively(() => withFile(part.blob, (path) => decode(part.filename, path, type)));
}

const exclusively = createMutex();

async function decode(filename: string, path: string, type: ImageType): Promise<ImageSize> {
  const read = await loadSharp();
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

/** Loaded with the first image: starting it costs memory that many services never need. */
async function loadSharp(): Promise<(path: string) => Sharp> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  return (path) => sharp(path, { failOn: "error", limitInputPixels: false, pages: 1 });
}

function corrupt(filename: string): never {
  throw fault(filename, "is an image that cannot be decoded: it is corrupt or cut off");
}

function fault(filename: string, what: string): ServiceError {
  return new ServiceError("invalid_request", `${filename} ${what}`);
}
