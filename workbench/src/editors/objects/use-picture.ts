import { useEffect, useState } from "react";
import { contentPath } from "../../api/content-path.ts";
import { fetchImage, openPicture, type Picture } from "../../canvas/picture.ts";
import type { Item } from "../editor.ts";
import { useContentUrl } from "../media/use-content-url.ts";

/** Images of more pixels are only fetched ahead: decoded, each pixel takes 4 bytes. */
const AHEAD_PIXELS = 16_000_000;

/** Decoded images of items that are not shown yet. */
const ahead = new WeakMap<Item, Picture>();

/** Fetches and decodes the image of an item, so that whoever shows it first has it in their first frame. */
export async function openAhead(item: Item): Promise<void> {
  const { file } = item;
  const url = contentPath(item.content_url);
  if (ahead.has(item)) return; // its lease was renewed
  if ((file.width ?? 0) * (file.height ?? 0) > AHEAD_PIXELS) await fetchImage(url);
  else ahead.set(item, await openPicture(url));
}

/** The image of an item once it is decoded, and how to ask again for one that did not come. */
export interface ShownPicture {
  readonly picture: Picture | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** Opens the image of an item, and closes it when another is shown. */
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
      .catch(() => undefined) // the same URL is tried again
      .then(() => setAttempt((before) => before + 1));
  return { picture, hasFailed, retry };
}

/** What lies ready for an item, once. */
function take(item: Item): Picture | undefined {
  const picture = ahead.get(item);
  ahead.delete(item);
  return picture;
}
