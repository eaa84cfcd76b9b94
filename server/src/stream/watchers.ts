import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import { EVENTS_CHANNEL } from "../events/emit.ts";
import type { Listening } from "../platform/database/direct.ts";
import { LIMITS } from "../platform/limits.ts";
import { type BatchProgress, readProgress } from "./progress.ts";

const TICK_MS = 1_000;

/** The news of one stream: only a flag and the latest progress of each batch wait in it. */
export interface Watcher {
  /**
   * Resolves at the next news or when it is stopped; "late" if neither happens within this many milliseconds.
   */
  readonly wait: (ms: number) => Promise<"late" | undefined>;
  /** Makes the next `takeNotice` return true, and wakes the stream. */
  readonly notice: () => void;
  /** Whether events may have been committed since the last call. */
  readonly takeNotice: () => boolean;
  /** The batches whose progress has changed since the last call. */
  readonly takeProgress: () => BatchProgress[];
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
  readonly progress: (batch: BatchProgress) => void;
}

interface Account {
  readonly watching: Set<Watched>;
  /** The last progress sent for each batch, as text. */
  told: ReadonlyMap<string, string>;
}

/**
 * Wakes the streams of this process: one connection listens for events, and the progress of watched accounts
 * is read once a second. Both start with the first stream.
 */
export function createWatchers(deps: Pick<Deps, "db" | "direct" | "log">): Watchers {
  const accounts = new Map<string, Account>();
  let isStopped = false;
  let hearing: Listening | undefined;
  let ticking: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();

  function hear(account_id: string): void {
    const told = account_id === "" ? [...accounts.values()] : [accounts.get(account_id)];
    for (const account of told) for (const watcher of account?.watching ?? []) watcher.notice();
  }

  async function look(): Promise<void> {
    for (const [account_id, account] of accounts) {
      const batches = await readProgress(deps.db, account_id);
      const before = account.told;
      account.told = new Map(batches.map((batch) => [batch.batch_id, JSON.stringify(batch)]));
      const changed = batches.filter(({ batch_id }) => account.told.get(batch_id) !== before.get(batch_id));
      for (const batch of changed) for (const watcher of account.watching) watcher.progress(batch);
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
      const account = accounts.get(account_id) ?? { watching: new Set(), told: new Map() };
      if (account.watching.size >= LIMITS.streams) {
        throw new ServiceError(
          "limit_exceeded",
          `the account has ${LIMITS.streams} streams open, the most that a server allows; close one first`,
        );
      }
      const watcher = createWatcher(() => {
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

function createWatcher(onStop: () => void): Watched {
  let next = Promise.withResolvers<"late" | undefined>();
  let hasNotice = true; // nothing was read yet
  let isStopped = false;
  const progress = new Map<string, BatchProgress>();
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
    takeNotice() {
      const had = hasNotice;
      hasNotice = false;
      return had;
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
      onStop();
      wake();
    },
    notice() {
      hasNotice = true;
      wake();
    },
    progress(batch) {
      progress.set(batch.batch_id, batch);
      wake();
    },
  };
}
