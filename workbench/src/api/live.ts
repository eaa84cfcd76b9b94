import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isStreamOpen, watchStream } from "./stream.ts";

const EVERY_MS = 4_000;
/** Some changes have no event, so queries are also repeated at this interval while the stream is open. */
const EVERY_MS_WITH_STREAM = 30_000;

/**
 * Keeps the query `key` up to date while the component is mounted and the page visible: by the event stream, and
 * every four seconds without it.
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
