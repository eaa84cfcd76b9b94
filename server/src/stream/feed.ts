import type { Deps } from "../deps.ts";
import { placeEvents, selectPlaced } from "../events/store.ts";

/** Events of one read of the database, and of one write to a reader. */
export const EVENTS_AT_ONCE = 20;
/** What a feed keeps in memory: this many events, characters of them and milliseconds. Older ones are read again. */
const KEPT = { events: 200, characters: 1_000_000, ms: 10_000 };

/** An event as it is sent. */
export interface Sent {
  readonly place: number;
  readonly text: string;
}

/** The events of one account, read once for all of its streams in this process. */
export interface Feed {
  /** Reads what was committed before the call. Calls during a read share the next one. */
  readonly refresh: () => Promise<void>;
  /** The place of the last event read. */
  readonly end: () => number;
  /** At most 20 events after a place: from memory, or from the database if the reader is further behind. */
  readonly after: (place: number) => Promise<readonly Sent[]>;
}

/**
 * Numbers and reads the account's new events (ADR 0069). `onNews` is called when a read found some; the first read only
 * finds the end. Memory is bounded by `KEPT`, however many streams there are and however slowly they are read: a stream
 * holds its place only. Events are kept for seconds, so that nothing is sent from memory long after its erasure.
 */
export function createFeed(
  { db, now }: Pick<Deps, "db" | "now">,
  account_id: string,
  onNews: () => void,
): Feed {
  let memory: Memory | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function read(): Promise<void> {
    let reach = await placeEvents(db, account_id, now());
    while (reach.has_more) reach = await placeEvents(db, account_id, now());
    memory ??= createMemory(reach.end);
    for (let isCut = memory.end() < reach.end; isCut; ) {
      const page = await readAfter(memory.end());
      memory.add(page);
      onNews();
      isCut = page.length === EVENTS_AT_ONCE;
    }
  }

  async function readAfter(place: number): Promise<Sent[]> {
    const rows = await selectPlaced(db, account_id, place).limit(EVENTS_AT_ONCE).execute();
    return rows.map((row) => ({ place: row.place, text: textOf(row) }));
  }

  function start(): Promise<void> {
    running = read().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    refresh() {
      if (running === undefined) return start();
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          return start();
        });
      return next;
    },
    end: () => memory?.end() ?? 0,
    after: async (place) => memory?.after(place) ?? readAfter(place),
  };
}

interface Memory {
  readonly add: (page: readonly Sent[]) => void;
  readonly end: () => number;
  /** At most 20 events after a place; undefined if some of them are not in memory. */
  readonly after: (place: number) => readonly Sent[] | undefined;
}

/** The last events of a list that ends at a place. */
function createMemory(place: number): Memory {
  let kept: (Sent & { readonly at: number })[] = [];
  let characters = 0;
  let end = place;
  /** All events after this place are in `kept`. */
  let floor = place;

  function forget(): void {
    const oldest = performance.now() - KEPT.ms;
    let first = 0;
    for (const { place, text, at } of kept) {
      if (at > oldest && kept.length - first <= KEPT.events && characters <= KEPT.characters) break;
      first += 1;
      characters -= text.length;
      floor = place;
    }
    if (first > 0) kept = kept.slice(first);
  }

  return {
    add(page) {
      const at = performance.now();
      kept.push(...page.map((sent) => ({ ...sent, at })));
      for (const { text } of page) characters += text.length;
      end = page.at(-1)?.place ?? end;
      forget();
    },
    end: () => end,
    after(place) {
      forget();
      if (place >= end) return [];
      if (place < floor) return undefined;
      const first = kept.findIndex((sent) => sent.place > place);
      return kept.slice(first, first + EVENTS_AT_ONCE);
    },
  };
}

/** Bodies are JSON on one line, as in webhooks. */
function textOf({ place, body }: { place: number; body: string }): string {
  return `id: ${place}\nevent: ${JSON.parse(body).type}\ndata: ${body}\n\n`;
}
