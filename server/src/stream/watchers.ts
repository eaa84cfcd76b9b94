import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import { EVENTS_CHANNEL } from "../events/emit.ts";
import type { Listening } from "../platform/database/direct.ts";
import { iso } from "../platform/http/wire.ts";
import { LIMITS } from "../platform/limits.ts";
import { createFeed, EVENTS_AT_ONCE, type Feed, type Sent } from "./feed.ts";
import { readProgress, textOfProgress } from "./progress.ts";

const TICK_MS = 1_000;
/** After this long a feed that could not be read is read again. */
const RETRY_MS = 1_000;

/** The news of one stream: only a flag and the latest progress of each batch wait in it. */
export interface Watcher {
  /**
   * Resolves at the next news or when it is stopped; "late" if neither happens within this many milliseconds.
   */
  readonly wait: (ms: number) => Promise<"late" | undefined>;
  /** Resolves after this many milliseconds, or with true as soon as it is stopped. */
  readonly stopsWithin: (ms: number) => Promise<boolean>;
  /** The place of the last event that was committed before the call. */
  readonly end: () => Promise<number>;
  /** The next events after a place, at most 20; `wait` resolves at once if there may be more. */
  readonly takeEvents: (place: number) => Promise<readonly Sent[]>;
  /** The progress of batches that has changed since the last call, as it is sent. */
  readonly takeProgress: () => string[];
  readonly isStopped: () => boolean;
  readonly stop: () => void;
}

export interface Watchers {
  /** Watches an account. Throws `limit_exceeded` if this process has 100 streams of it. */
  readonly watch: (account_id: string) => Watcher;
  /** Stops every watcher, including later ones. */
  readonly stop: () => Promise<void>;
}

interface Watched extends Watcher {
  /** New events may have been committed. */
  readonly notice: () => void;
  readonly progress: (batch_id: string, text: string) => void;
}

interface Account {
  readonly feed: Feed;
  readonly watching: Set<Watched>;
  /** The last progress sent for each batch, as text. */
  told: ReadonlyMap<string, string>;
}

/**
 * Wakes the streams of this process: one connection listens for events, one feed per account reads them, and the
 * progress of watched accounts is read once a second. All start with the first stream.
 */
export function createWatchers(deps: Pick<Deps, "db" | "direct" | "log" | "now">): Watchers {
  const accounts = new Map<string, Account>();
  let isStopped = false;
  let hearing: Listening | undefined;
  let ticking: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();

  function hear(account_id: string): void {
    for (const [id, account] of accounts)
      if (account_id === "" || account_id === id) refresh(account, deps.log);
  }

  function open(account_id: string): Account {
    const watching = new Set<Watched>();
    const feed = createFeed(deps, account_id, () => {
      for (const watcher of watching) watcher.notice();
    });
    return { feed, watching, told: new Map() };
  }

  async function look(): Promise<void> {
    for (const [account_id, account] of accounts) {
      const batches = await readProgress(deps.db, account_id);
      const before = account.told;
      account.told = new Map(batches.map((batch) => [batch.batch_id, JSON.stringify(batch)]));
      const changed = batches.filter(({ batch_id }) => account.told.get(batch_id) !== before.get(batch_id));
      for (const batch of changed) {
        const text = textOfProgress(batch, iso(deps.now()));
        for (const watcher of account.watching) watcher.progress(batch.batch_id, text);
      }
    }
  }

  function tick(): void {
    ticking = setTimeout(() => {
      looking = look().catch((fault: unknown) => deps.log.warn({ err: fault }, "progress could not be read"));
      void looking.then(() => {
        if (accounts.size > 0 && !isStopped) tick();
        else ticking = undefined;
      });
    }, TICK_MS);
  }

  return {
    watch(account_id) {
      const account = accounts.get(account_id) ?? open(account_id);
      if (account.watching.size >= LIMITS.streams) {
        throw new ServiceError(
          "limit_exceeded",
          `the account has ${LIMITS.streams} streams open, the most that a server allows; close one first`,
        );
      }
      const watcher = createWatcher(account.feed, () => {
        account.watching.delete(watcher);
        if (account.watching.size === 0) accounts.delete(account_id);
      });
      if (isStopped) watcher.stop();
      if (isStopped) return watcher;
      accounts.set(account_id, account);
      account.watching.add(watcher);
      hearing ??= deps.direct.listen(EVENTS_CHANNEL, hear);
      if (ticking === undefined) tick();
      return watcher;
    },
    async stop() {
      isStopped = true;
      clearTimeout(ticking);
      for (const { watching } of accounts.values()) for (const watcher of [...watching]) watcher.stop();
      await Promise.all([hearing?.stop(), looking]);
    },
  };
}

/** Until it succeeds or nobody watches: a lost notice would delay its event until the next one. */
function refresh(account: Account, log: Deps["log"]): void {
  account.feed.refresh().catch((fault: unknown) => {
    log.warn({ err: fault }, "events could not be read for streams");
    const again = () => account.watching.size > 0 && refresh(account, log);
    setTimeout(again, RETRY_MS).unref();
  });
}

function createWatcher(feed: Feed, onStop: () => void): Watched {
  const stopped = Promise.withResolvers<true>();
  let next = Promise.withResolvers<"late" | undefined>();
  let hasNotice = true; // nothing was read yet
  let isStopped = false;
  const progress = new Map<string, string>();
  const wake = (why?: "late"): void => {
    next.resolve(why);
    next = Promise.withResolvers();
  };
  return {
    async wait(ms) {
      if (isStopped || hasNotice || progress.size > 0) return undefined;
      const timer = setTimeout(wake, ms, "late");
      return next.promise.finally(() => clearTimeout(timer));
    },
    async stopsWithin(ms) {
      const late = Promise.withResolvers<false>();
      const timer = setTimeout(late.resolve, ms, false as const);
      return Promise.race([stopped.promise, late.promise]).finally(() => clearTimeout(timer));
    },
    async end() {
      await feed.refresh();
      return feed.end();
    },
    async takeEvents(place) {
      if (!hasNotice) return [];
      hasNotice = false;
      try {
        const events = await feed.after(place);
        if (events.length === EVENTS_AT_ONCE) hasNotice = true; // there may be more
        return events;
      } catch (fault) {
        hasNotice = true;
        throw fault;
      }
    },
    takeProgress() {
      const taken = [...progress.values()];
      progress.clear();
      return taken;
    },
    isStopped: () => isStopped,
    stop() {
      if (isStopped) return;
      isStopped = true;
      stopped.resolve(true);
      onStop();
      wake();
    },
    notice() {
      hasNotice = true;
      wake();
    },
    progress(batch_id, text) {
      progress.set(batch_id, text);
      wake();
    },
  };
}
