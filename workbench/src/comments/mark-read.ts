import { useEffect } from "react";
import { api } from "../api/client.ts";
import type { Thread } from "./threads.ts";

/** The threads of a page are shown one after the other: one request marks them. */
const SOON_MS = 500;
/** As many as a request may name. */
const AT_ONCE = 100;

const waiting = new Set<string>();

/** Marks the unread comments of a thread as read once they are shown. */
export function useMarkedRead({ first, replies }: Thread): void {
  const unread = [first, ...replies].filter((comment) => comment.unread).map(({ id }) => id);
  const ids = unread.join();
  useEffect(() => {
    if (ids === "") return;
    if (waiting.size === 0) setTimeout(() => void send(), SOON_MS);
    for (const id of ids.split(",")) waiting.add(id);
  }, [ids]);
}

/** A request that fails marks nothing; the comments are unread the next time that they are shown. */
async function send(): Promise<void> {
  const comment_ids = [...waiting];
  waiting.clear();
  for (let from = 0; from < comment_ids.length; from += AT_ONCE) {
    const body = { comment_ids: comment_ids.slice(from, from + AT_ONCE) };
    await api.POST("/v1/comments/read", { body }).catch(() => undefined);
  }
}
