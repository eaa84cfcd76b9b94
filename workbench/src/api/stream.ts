import { bearer } from "./session.ts";

const LONGEST_WAIT_MS = 30_000;

/** Something changed that screens may show; events close together cause one call. */
export type OnNews = () => void;

const watchers = new Set<OnNews>();
let closing: AbortController | undefined;
let isOpen = false;
let lastId = "";

/** Calls `onNews` after events of the account; returns a function that stops. All callers share one stream. */
export function watchStream(onNews: OnNews): () => void {
  watchers.add(onNews);
  if (closing === undefined) {
    closing = new AbortController();
    void keepOpen(closing.signal);
  }
  return () => {
    watchers.delete(onNews);
    if (watchers.size > 0) return;
    closing?.abort();
    closing = undefined;
  };
}

/** Whether the stream is open, so that polling is not needed. */
export function isStreamOpen(): boolean {
  return isOpen;
}

/** Reconnects when the stream ends, with growing pauses after failures; gives up if the member may not read events. */
async function keepOpen(signal: AbortSignal): Promise<void> {
  for (let wait = 1_000; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const outcome = await follow(signal).catch(() => "failed" as const);
    isOpen = false;
    if (outcome === "forbidden") return;
    if (outcome === "ended") wait = 1_000;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function follow(signal: AbortSignal): Promise<"ended" | "forbidden" | "failed"> {
  const headers = {
    authorization: `Bearer ${await bearer()}`,
    ...(lastId === "" ? {} : { "last-event-id": lastId }),
  };
  const response = await fetch("/v1/stream", { headers, signal });
  if (response.status === 403 || response.status === 401) return "forbidden";
  if (!response.ok || response.body === null) return "failed";
  isOpen = true;
  tell(); // events may have been missed while it was closed
  await read(response.body);
  return "ended";
}

function tell(): void {
  for (const watcher of watchers) watcher();
}

/**
 * Reads events as the service writes them, with at most one `id` and one `data` line each, and notifies once per chunk. A
 * general parser (`eventsource-parser`, 1.7 kB gzipped) would need as many lines here, as it calls back for each event.
 */
async function read(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
  let text = "";
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (text + value).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) lastId = /^id: (\d+)$/m.exec(block)?.[1] ?? lastId;
    if (blocks.some((block) => /^data: /m.test(block))) tell();
  }
}
