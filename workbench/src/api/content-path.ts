/**
 * Converts a content URL to a path on this page's origin: the page may be open under another host name than the
 * service's base URL, and its Content-Security-Policy allows only its own origin.
 */
export function contentPath(content_url: string): string {
  const { protocol, pathname, search } = new URL(content_url);
  return protocol.startsWith("http") ? pathname + search : content_url;
}
