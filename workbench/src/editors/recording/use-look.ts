import { useEffect, useRef, useState } from "react";
import type { Look, Sound } from "./sound.ts";

/** The look at a view; while the next one is computed, the one before, and of several that were asked meanwhile only the last. */
export function useLook(
  sound: Sound | null | undefined,
  { from, to }: { from: number; to: number },
  width: number,
  hasSpectrogram = false,
) {
  const [look, setLook] = useState<Look>();
  const wanted = useRef<(() => Promise<void>) | null>(null);
  const isBusy = useRef(false);
  useEffect(() => {
    if (!sound || width === 0 || to <= from) return undefined;
    wanted.current = async () => setLook(await sound.look({ from, to }, Math.round(width), hasSpectrogram));
    const run = async () => {
      if (isBusy.current) return;
      isBusy.current = true;
      for (let next = wanted.current; next !== null; next = wanted.current) {
        wanted.current = null;
        await next();
      }
      isBusy.current = false;
    };
    void run();
    return undefined;
  }, [sound, from, to, width, hasSpectrogram]);
  return look;
}
