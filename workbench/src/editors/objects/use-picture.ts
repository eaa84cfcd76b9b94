import { useEffect, useState } from "react";
import { openPicture, type Picture } from "../../canvas/picture.ts";
import type { Item } from "../editor.ts";
import { useContentUrl } from "../media/use-content-url.ts";
import { takePrefetched } from "./prefetch-picture.ts";

/** An item's decoded image, or whether it failed; `retry` loads it again. */
export interface ShownPicture {
  readonly picture: Picture | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** Loads the image of an item, and frees it when another item is shown. */
export function usePicture(item: Item): ShownPicture {
  const { url, renew } = useContentUrl(item);
  const [first] = useState(() => ({ picture: takePrefetched(item) }));
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
          if (isGone) return;
          renew().then(
            () => setAttempt((before) => before + 1),
            () => setFailed(true),
          );
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
