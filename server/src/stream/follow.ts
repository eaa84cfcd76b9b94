import type { Watcher } from "./watchers.ts";

/** Most proxies close a connection that is silent for a minute. */
const BEAT_MS = 15_000;
/**
 * A reader that has not received sent data for this long is disconnected; it continues by `Last-Event-ID`.
 */
const PATIENCE_MS = 30_000;
/** Milliseconds after which a disconnected reader reconnects, and a stream asks a failing database again. */
const RETRY_MS = 2_000;
const COMMENT = ":\n\n";

export interface Follow {
  /** The position after which events are sent; undefined for the end of the list. */
  readonly after: number | undefined;
  readonly watcher: Watcher;
  /** Whether the reader may still read; checked before anything is sent. */
  readonly isAllowed: () => Promise<boolean>;
  /** Called if a reader does not read. */
  readonly cutOff: () => void;
  readonly beatMs?: number;
  readonly patienceMs?: number;
  readonly retryMs?: number;
}

/**
 * The account's events as server-sent events, in the order of their numbers, which are the `id`s (ADR 0035);
 * between them progress without an id, and heartbeats. It reads on only when the reader has received what was
 * sent, so it holds at most 20 events. Ends when the watcher is stopped or the reader loses permission. While the
 * database is away it sends comments only, and continues afterwards without a gap.
 *
 * Source of the format: WHATWG HTML, section 9.2, "Server-sent events".
 */
export async function* follow(asked: Follow): AsyncGenerator<string> {
  const { watcher, beatMs = BEAT_MS, patienceMs = PATIENCE_MS, retryMs = RETRY_MS } = asked;
  const end = await watcher.end();
  let place = asked.after ?? end;
  yield `retry: ${RETRY_MS}\nid: ${place}\n\n`;
  while (!watcher.isStopped()) {
    const news = await newsAfter(asked, place).catch(() => "away" as const);
    if (news === "ended") return;
    if (news !== "away") place = news.place;
    const text =
      news === "away" ? await comment(watcher, retryMs) : news.text || (await beat(watcher, beatMs));
    if (text === "") continue;
    const patience = setTimeout(asked.cutOff, patienceMs);
    try {
      yield text;
    } finally {
      clearTimeout(patience);
    }
  }
}

/** What is to be sent now, and the place after it. Rejects, with nothing taken from the watcher, if the database fails. */
async function newsAfter(
  { isAllowed, watcher }: Follow,
  place: number,
): Promise<{ readonly text: string; readonly place: number } | "ended"> {
  if (!(await isAllowed())) return "ended";
  const events = await watcher.takeEvents(place);
  const progress = watcher.takeProgress();
  return {
    text: [...events.map(({ text }) => text), ...progress].join(""),
    place: events.at(-1)?.place ?? place,
  };
}

/** A comment if nothing was sent for this long, otherwise nothing. */
async function beat(watcher: Watcher, ms: number): Promise<string> {
  return (await watcher.wait(ms)) === "late" ? COMMENT : "";
}

/** A comment after this long, or nothing once the watcher is stopped. */
async function comment(watcher: Watcher, ms: number): Promise<string> {
  return (await watcher.stopsWithin(ms)) ? "" : COMMENT;
}
