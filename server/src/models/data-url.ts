import type { Deps } from "../deps.ts";
import type { ItemContent } from "../items/store.ts";
import { uprightOf } from "../uploads/image-renditions.ts";
import { getFile, isStored } from "../uploads/store.ts";

/** The largest image that is sent; hosted endpoints take little more. */
const MOST_IMAGE_BYTES = 15 * 1024 * 1024;

/**
 * The item's image as a data URL, upright, because coordinates mean those pixels; undefined if it has none. Throws `invalid_request`
 * for one that cannot be decoded.
 */
export async function imageOf(
  deps: Deps,
  { account_id, media_id, text, conversation }: ItemContent,
): Promise<{ readonly url?: string } | { readonly fault: string }> {
  if (text !== null || conversation !== null) return {};
  const file = await getFile(deps.db, account_id, media_id);
  if (file.medium !== "image")
    return { fault: "models of the kind openai get texts, conversations and images" };
  if (!isStored(file))
    return { fault: "the image is in a bucket by reference, which is not read for this kind" };
  const { sha256, content_type } = await uprightOf(deps, file);
  const bytes = await deps.blobs.readSmall(sha256, MOST_IMAGE_BYTES);
  if (bytes === undefined) return { fault: `the image has more than ${MOST_IMAGE_BYTES / 1024 / 1024} MiB` };
  return { url: `data:${content_type};base64,${bytes.toString("base64")}` };
}
