import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

const EVERY_MS = 4_000;

/** Keeps what `key` names up to date while the component is shown and the page is seen. */
export function useLive(key: QueryKey): void {
  const queries = useQueryClient();
  const name = JSON.stringify(key);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void queries.invalidateQueries({ queryKey: JSON.parse(name) });
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [queries, name]);
}
