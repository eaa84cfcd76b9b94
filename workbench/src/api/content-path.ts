/**
 * The address of an item's content on the origin of this page, which the API gives as an absolute URL of the service:
 * the page may reach the service by another name of the same host, and its Content-Security-Policy allows its own.
 */
export function contentPath(content_url: string): string {
  const { protocol, pathname, search } = new URL(content_url);
  return protocol.startsWith("http") ? pathname + search : content_url;
}
