import { contentPath } from "../../api/content-path.ts";
import { fetchImage, openPicture, type Picture } from "../../canvas/picture.ts";
import type { Item } from "../editor.ts";

/** Larger images are fetched ahead but not decoded: a decoded image takes 4 bytes per pixel. */
const DECODED_PIXELS = 16_000_000;

/** Decoded images of items that are not shown yet. */
const prefetched = new WeakMap<Item, Picture>();

/** Fetches and decodes the image of an item, so that the editor has it in its first frame. */
export async function prefetchPicture(item: Item): Promise<void> {
  if (prefetched.has(item)) return; // the item is prepared again after its lease is renewed
  const { width, height } = item.file;
  const url = contentPath(item);
  if ((width ?? 0) * (height ?? 0) > DECODED_PIXELS) await fetchImage(url);
  else prefetched.set(item, await openPicture(url));
}

/** The prefetched image of an item, undefined without one. The caller closes it. */
export function takePrefetched(item: Item): Picture | undefined {
  const picture = prefetched.get(item);
  prefetched.delete(item);
  return picture;
}
