import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import { type Decode, decoding, MAX_PIXELS } from "../images/decoder.ts";
import { stageThumbnail } from "../images/thumbnail.ts";
import { stageShown } from "../images/upright.ts";
import { findRendition, keepRendition, type Made, type Rendition } from "./renditions.ts";
import type { FileRow, StoredFile } from "./store.ts";

const CORRUPT = "cannot be decoded: it is corrupt or cut off";

/**
 * Requests that wait for the decoder, which takes one image at a time: those of some pages of thumbnails, and half a minute of work
 * if the images have 12 megapixels.
 */
export const MAX_WAITING = 200;

let waiting = 0;

/** An upright copy of an image that fits into a square of `side` pixels. Throws like `uprightOf`. */
export function thumbnailOf(deps: Deps, file: StoredFile, side: number): Promise<Rendition> {
  return imageOf(deps, file, `thumbnail_${side}`, (decode) => stageThumbnail(deps.blobs, decode, side));
}

/**
 * An image as browsers show it: upright, and no TIFF. Throws `invalid_request` if the file is no image that can be decoded,
 * `not_found` if it is deleted meanwhile, and `service_unavailable` if too many others wait for the decoder.
 */
export function uprightOf(deps: Deps, file: StoredFile): Promise<Rendition> {
  return imageOf(deps, file, "upright", async (decode) => {
    return (await stageShown(deps.blobs, decode, file.content_type)) ?? "itself";
  });
}

async function imageOf(
  deps: Deps,
  file: StoredFile,
  kind: Parameters<typeof keepRendition>[2],
  make: (decode: Decode) => Promise<Made>,
): Promise<Rendition> {
  if (file.medium !== "image") throw fault(file, "is not an image");
  const kept = await findRendition(deps, file, kind);
  if (kept !== undefined) return kept;
  if (waiting >= MAX_WAITING)
    throw new ServiceError("service_unavailable", `${MAX_WAITING} images wait to be decoded; try again`);
  waiting += 1;
  try {
    return await decoding(deps.blobs.kept(file), async (decode) => {
      const made = await findRendition(deps, file, kind); // by a request that came before this one
      return made ?? keepRendition(deps, file, kind, await tryMake(file, decode, make));
    });
  } finally {
    waiting -= 1;
  }
}

async function tryMake(
  file: FileRow,
  decode: Decode,
  make: (decode: Decode) => Promise<Made>,
): Promise<Made> {
  let broken: unknown;
  const noticed = () => decode().on("error", (cause: unknown) => (broken ??= cause));
  try {
    const { width, height, mediaType } = await decode()
      .metadata()
      .catch((cause: unknown) => {
        broken = cause;
        throw cause;
      });
    if (mediaType !== file.content_type) throw fault(file, CORRUPT);
    if (width * height > MAX_PIXELS) throw fault(file, "has more than 100 megapixels");
    return await make(noticed);
  } catch (cause) {
    if (broken === undefined) throw cause;
    throw fault(file, CORRUPT, cause);
  }
}

function fault({ filename }: FileRow, what: string, cause?: unknown): ServiceError {
  return new ServiceError("invalid_request", `${filename} ${what}`, { cause });
}
