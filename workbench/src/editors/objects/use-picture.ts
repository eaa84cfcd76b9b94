import { useEffect, useState } from "react";
import { contentPath } from "../../api/content-path.ts";
import { fetchImage, openPicture, type Picture } from "../../canvas/picture.ts";
import type { Item } from "../editor.ts";
import { useContentUrl } from "../media/use-content-url.ts";

/** Larger images are fetched ahead but not decoded: each decoded pixel takes 4 bytes. */
const AHEAD_PIXELS = 16_000_000;

/** Decoded images of upcoming items. */
const ahead = new WeakMap<Item, Picture>();

/** Fetches and decodes an item's image ahead, so that the first frame shows it. */
export async function openAhead(item: Item): Promise<void> {
  const { file } = item;
  const url = contentPath(item.content_url);
  if (ahead.has(item)) return; // already decoded: the task's lease was renewed
  if ((file.width ?? 0) * (file.height ?? 0) > AHEAD_PIXELS) await fetchImage(url);
  else ahead.set(item, await openPicture(url));
}

/** An item's decoded image, or whether it failed; `retry` loads it again. */
export interface ShownPicture {
  readonly picture: Picture | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** Loads the image of an item, and frees it when another item is shown. */
export function usePicture(item: Item): ShownPicture {
  const { url, renew } = useContentUrl(item);
  const [first] = useState(() => ({ picture: take(item) }));
  const [picture, setPicture] = useState(first.picture);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the same image again
  useEffect(() => {
    let isGone = false;
    let opened = first.picture;
    first.picture = undefined;
    setFailed(false);
    if (opened === undefined) {
      openPicture(url).then(
        (next) => {
          opened = next;
          if (isGone) next.close();
          else setPicture(next);
        },
        () => {
          if (!isGone) setFailed(true);
        },
      );
    }
    return () => {
      isGone = true;
      setPicture(undefined);
      opened?.close();
    };
  }, [url, attempt]);
  const retry = () =>
    void renew()
      .catch(() => undefined) // retry with the same URL
      .then(() => setAttempt((before) => before + 1));
  return { picture, hasFailed, retry };
}

/** Takes the decoded image of an item, once. */
function take(item: Item): Picture | undefined {
  const picture = ahead.get(item);
  ahead.delete(item);
  return picture;
}
