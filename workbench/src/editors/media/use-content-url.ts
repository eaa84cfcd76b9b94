import { createContext, type RefObject, useContext, useEffect, useRef, useState } from "react";
import { strings } from "#strings/editors/media.ts";
import { api } from "../../api/client.ts";
import { contentPath, type Shown, type ThumbnailSide } from "../../api/content-path.ts";
import { tryStore } from "../../api/store-reach.ts";
import type { Item } from "../editor.ts";

/**
 * Reads the item again for a content URL that is valid for at least 50 minutes. A task's item is read through its
 * task.
 */
export const ReadItemContext = createContext(
  async (id: string): Promise<Item> => (await api.GET("/v1/items/{id}", { params: { path: { id } } })).data,
);

/** A URL that was renewed this recently did not fail because it expired. */
const RENEWED_MS = 60_000;

/**
 * The URL of an item's content, or of its thumbnail of a size. After a failure `renew` gets one that leads through the service if the store is not
 * reached, or else a new one; it throws if the content fails twice in a row.
 */
export function useContentUrl(item: Pick<Item, "id"> & Shown, side?: ThumbnailSide) {
  const readItem = useContext(ReadItemContext);
  const [shown, setShown] = useState(() => ({
    content_url: item.content_url,
    url: contentPath(item, side),
  }));
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);
  const renew = async (): Promise<string> => {
    let { content_url } = shown;
    await tryStore(shown.url);
    if (contentPath({ ...item, content_url }, side) === shown.url) {
      if (performance.now() - renewedAt.current < RENEWED_MS) throw new Error(strings.failedAgain);
      renewedAt.current = performance.now();
      ({ content_url } = await readItem(item.id));
    }
    const url = contentPath({ ...item, content_url }, side);
    setShown({ content_url, url });
    return url;
  };
  return { url: shown.url, renew };
}

/**
 * Calls `fail` if a player failed before React listened to it: it loads as soon as React has made it, which may be long before it
 * is shown.
 */
export function useEarlyError(player: RefObject<HTMLMediaElement | null>, fail: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: later errors are events
  useEffect(() => {
    if (player.current?.error) fail();
  }, []);
}
