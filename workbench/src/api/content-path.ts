import { reachesStore, throughService } from "./store-reach.ts";

/**
 * Converts a URL of the service to a path on this page's origin: the page may be open under another host name than the
 * service's base URL, and its Content-Security-Policy allows only its own origin and the object store.
 */
export function pathOf(url: string): string {
  const { protocol, pathname, search } = new URL(url);
  return protocol.startsWith("http") ? pathname + search : url;
}

/** The path of a content URL; it leads to the object store only if this page reaches it. */
export function contentPath(content_url: string): string {
  const path = pathOf(content_url);
  return reachesStore() || !path.startsWith("/") ? path : throughService(path);
}
