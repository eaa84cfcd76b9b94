import type { Deps } from "../deps.ts";
import { placeEvents, selectPlaced } from "../events/store.ts";
import { iso } from "../platform/http/wire.ts";
import type { BatchProgress } from "./progress.ts";
import type { Watcher } from "./watchers.ts";

/** Most proxies close a connection that is silent for a minute. */
const BEAT_MS = 15_000;
/**
 * A reader that has not received sent data for this long is disconnected; it continues by `Last-Event-ID`.
 */
const PATIENCE_MS = 30_000;
const EVENTS_AT_ONCE = 20;
/** Milliseconds after which a disconnected reader reconnects. */
const RETRY_MS = 2_000;

export interface Follow {
  readonly account_id: string;
  /** The position after which events are sent; undefined for the end of the list. */
  readonly after: number | undefined;
  readonly watcher: Watcher;
  /** Whether the reader may still read; checked before anything is sent. */
  readonly isAllowed: () => Promise<boolean>;
  /** Called if a reader does not read. */
  readonly cutOff: () => void;
  readonly beatMs?: number;
  readonly patienceMs?: number;
}

/**
 * The account's events as server-sent events, in the order of their numbers, which are the `id`s (ADR 0035);
 * between them progress without an id, and heartbeats. It reads on only when the reader has received what was
 * sent, so it holds at most 20 events. Ends when the watcher is stopped or the reader loses permission.
 *
 * Source of the format: WHATWG HTML, section 9.2, "Server-sent events".
 */
export async function* follow(deps: Pick<Deps, "db" | "now">, asked: Follow): AsyncGenerator<string> {
  const { account_id, watcher, beatMs = BEAT_MS, patienceMs = PATIENCE_MS } = asked;
  let place = asked.after ?? (await placeEvents(deps.db, account_id, deps.now())).end;
  yield `retry: ${RETRY_MS}\nid: ${place}\n\n`;
  while (!watcher.isStopped()) {
    if (!(await asked.isAllowed())) return;
    const events = watcher.takeNotice() ? await readEvents(deps, account_id, place) : [];
    place = events.at(-1)?.place ?? place;
    if (events.length === EVENTS_AT_ONCE) watcher.notice(); // there may be more
    const progress = watcher.takeProgress().map((data) => progressOf(data, iso(deps.now())));
    const text = [...events.map(eventOf), ...progress].join("") || (await beat(watcher, beatMs));
    if (text === "") continue;
    const patience = setTimeout(asked.cutOff, patienceMs);
    yield text;
    clearTimeout(patience);
  }
}

/** A comment if nothing was sent for this long, otherwise nothing. */
async function beat(watcher: Watcher, ms: number): Promise<string> {
  return (await watcher.wait(ms)) === "late" ? ":\n\n" : "";
}

async function readEvents({ db, now }: Pick<Deps, "db" | "now">, account_id: string, after: number) {
  let reach = await placeEvents(db, account_id, now());
  while (reach.has_more) reach = await placeEvents(db, account_id, now());
  return selectPlaced(db, account_id, after).limit(EVENTS_AT_ONCE).execute();
}

/** Bodies are JSON on one line, as in webhooks. */
function eventOf({ place, body }: { place: number; body: string }): string {
  return `id: ${place}\nevent: ${JSON.parse(body).type}\ndata: ${body}\n\n`;
}

function progressOf(data: BatchProgress, created_at: string): string {
  return `event: batch.progress\ndata: ${JSON.stringify({ type: "batch.progress", created_at, data })}\n\n`;
}
