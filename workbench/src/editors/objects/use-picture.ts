import { useEffect, useState } from "react";
import { openPicture, type Picture } from "../../canvas/picture.ts";

/** The image of an item once it is decoded, and how to ask again for one that did not come. */
export interface ShownPicture {
  readonly picture: Picture | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** Opens the image at `url`, and closes it when another is shown. */
export function usePicture(url: string): ShownPicture {
  const [picture, setPicture] = useState<Picture>();
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the same image again
  useEffect(() => {
    let isGone = false;
    let opened: Picture | undefined;
    setFailed(false);
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
    return () => {
      isGone = true;
      setPicture(undefined);
      opened?.close();
    };
  }, [url, attempt]);
  return { picture, hasFailed, retry: () => setAttempt((before) => before + 1) };
}
