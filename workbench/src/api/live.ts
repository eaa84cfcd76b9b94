import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isStreamOpen, watchStream } from "./stream.ts";

const EVERY_MS = 4_000;
/** Not everything is an event; with the stream open it is enough to look now and then. */
const EVERY_MS_WITH_STREAM = 30_000;

/**
 * Keeps what `key` names up to date while the component is shown and the page is seen: by the event stream, and by
 * asking every four seconds where there is none.
 */
export function useLive(key: QueryKey): void {
  const queries = useQueryClient();
  const name = JSON.stringify(key);
  useEffect(() => {
    let asked = Date.now();
    const ask = () => {
      if (document.hidden) return;
      asked = Date.now();
      void queries.invalidateQueries({ queryKey: JSON.parse(name) });
    };
    const stop = watchStream(ask);
    const timer = setInterval(() => {
      if (!isStreamOpen() || Date.now() - asked >= EVERY_MS_WITH_STREAM) ask();
    }, EVERY_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [queries, name]);
}
