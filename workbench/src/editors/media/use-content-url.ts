import { createContext, useContext, useRef, useState } from "react";
import { strings as all } from "#strings/editors.ts";
import { api } from "../../api/client.ts";
import { contentPath } from "../../api/content-path.ts";
import type { Item } from "../editor.ts";

const strings = all.media;

/** Reads an item anew: its content URL then is valid for another 50 minutes at least. A task's item is read by its task. */
export const ReadItemContext = createContext(
  async (id: string): Promise<Item> => (await api.GET("/v1/items/{id}", { params: { path: { id } } })).data,
);

/** A URL that was renewed less than this ago did not fail for its age. */
const RENEWED_MS = 60_000;

/** Where an item's content is, and what gets a new URL for it: `renew` throws where the content has failed twice in a row. */
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
