import { createContext, useContext, useRef, useState } from "react";
import { strings } from "#strings/editors/media.ts";
import { api } from "../../api/client.ts";
import { contentPath } from "../../api/content-path.ts";
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

/** The URL of an item's content. `renew` gets a new one and throws if the content fails twice in a row. */
export function useContentUrl(item: Item) {
  const readItem = useContext(ReadItemContext);
  const [url, setUrl] = useState(() => contentPath(item.content_url));
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);
  const renew = async (): Promise<string> => {
    if (performance.now() - renewedAt.current < RENEWED_MS) throw new Error(strings.failedAgain);
    renewedAt.current = performance.now();
    const next = contentPath((await readItem(item.id)).content_url);
    setUrl(next);
    return next;
  };
  return { url, renew };
}
