import { reachesStore, throughService } from "./store-reach.ts";

/**
 * Converts a URL of the service to a path on this page's origin: the page may be open under another host name than the
 * service's base URL, and its Content-Security-Policy allows only its own origin and the object store.
 */
export function pathOf(url: string): string {
  const { protocol, pathname, search } = new URL(url);
  return protocol.startsWith("http") ? pathname + search : url;
}

/** Browsers show no TIFF, and those with Chromium's engine ignore the EXIF orientation of WebP. */
const NOT_AS_UPLOADED: ReadonlySet<string> = new Set(["image/tiff", "image/webp"]);

/** The longest sides of thumbnails in pixels. */
export type ThumbnailSide = 128 | 512;

/** A file of the API as far as its content is shown. */
export interface Shown {
  readonly content_url: string;
  readonly file: { readonly content_type: string };
}

/**
 * The path of a file's content as a browser shows it, or of its thumbnail of a size; it leads to the object store only if this
 * page reaches it.
 */
export function contentPath({ content_url, file: { content_type } }: Shown, side?: ThumbnailSide): string {
  const uploaded = pathOf(content_url);
  if (!uploaded.startsWith("/")) return uploaded;
  const path = madeOf(uploaded, content_type, side);
  return reachesStore() ? path : throughService(path);
}

function madeOf(path: string, content_type: string, side?: ThumbnailSide): string {
  if (side !== undefined && content_type.startsWith("image/"))
    return `${path.replace("/content?", "/thumbnail?")}&size=${side}`;
  return NOT_AS_UPLOADED.has(content_type) ? path.replace("/content?", "/upright?") : path;
}

/** The path of what the service makes of a recording whose content has that path. It is read in small parts, so it comes through the service. */
export function recordingPath(content: string, made: "peaks" | "sound"): string {
  const path = content.replace("/content?", `/${made}?`);
  return path.includes("redirect=false") ? path : throughService(path);
}
