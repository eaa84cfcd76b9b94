/** The remaining requests of a caller's minute, as in every response. */
export interface Allowance {
  readonly allowed: boolean;
  readonly policy: string;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until one more request is allowed, or until the window is empty; rounded up. */
  readonly resetInSeconds: number;
}

/** Limits apply per this many milliseconds. */
export const WINDOW_MS = 60_000;
const MAX_CALLERS = 100_000;

/** The requests of a caller that passed in the last minute. */
interface Log {
  /** Times (ms), oldest first; those before `first` are over and removed together. */
  readonly times: number[];
  first: number;
}

export interface RateLimiter {
  /** Counts one request of `caller` if it is within `limit` a minute. A refused one does not count. */
  readonly take: Count<Allowance | Promise<Allowance>>;
  /** The same figures without counting. */
  readonly peek: Count<Allowance | Promise<Allowance>>;
}

type Count<T> = (caller: string, policy: string, limit: number, nowInMs: number) => T;

/** A rate limiter that counts the requests of this process. */
export interface OwnRateLimiter extends RateLimiter {
  readonly take: Count<Allowance>;
  readonly peek: Count<Allowance>;
  /** The number of callers in memory. */
  readonly size: () => number;
}

/**
 * A sliding-window log per caller: exactly at most `limit` requests in any 60 seconds. A fixed window lets
 * twice the limit pass at its boundary, a token bucket one more within the minute. Memory: 8 to 24 bytes for each
 * request of the last minute, whatever the limit.
 */
export function createRateLimiter(): OwnRateLimiter {
  const logs = new Map<string, Log>();

  function logOf(caller: string, nowInMs: number): Log {
    const found = logs.get(caller);
    if (found !== undefined) return found;
    tidy(logs, nowInMs);
    const made: Log = { times: [], first: 0 };
    logs.set(caller, made);
    return made;
  }

  function state({ times, first }: Log, policy: string, limit: number, nowInMs: number): Allowance {
    const used = times.length - first;
    const remaining = Math.max(0, limit - used);
    const at = remaining > 0 ? times.at(-1) : times[times.length - limit];
    const resetInSeconds =
      used === 0 || at === undefined ? 0 : Math.max(1, Math.ceil((at + WINDOW_MS - nowInMs) / 1000));
    return { allowed: true, policy, limit, remaining, resetInSeconds };
  }

  return {
    take(caller, policy, limit, nowInMs) {
      const log = logOf(caller, nowInMs);
      forget(log, nowInMs);
      const allowed = log.times.length - log.first < limit;
      if (allowed) log.times.push(nowInMs);
      return { ...state(log, policy, limit, nowInMs), allowed };
    },
    peek(caller, policy, limit, nowInMs) {
      const log = logs.get(caller) ?? { times: [], first: 0 };
      forget(log, nowInMs);
      return state(log, policy, limit, nowInMs);
    },
    size: () => logs.size,
  };
}

/**
 * Each new caller checks the two oldest: a silent one is removed, the others move to the end. So there are
 * never many more logs than callers in the last minute.
 */
function tidy(logs: Map<string, Log>, nowInMs: number): void {
  let looked = 0;
  for (const [caller, log] of logs) {
    looked += 1;
    if (looked > 2) break;
    logs.delete(caller);
    if ((log.times.at(-1) ?? 0) > nowInMs - WINDOW_MS) logs.set(caller, log);
  }
  if (logs.size >= MAX_CALLERS) logs.delete(logs.keys().next().value ?? "");
}

/** Moves `first` past the requests that are over, and removes these once they are half of the log. */
function forget(log: Log, nowInMs: number): void {
  const { times } = log;
  while (log.first < times.length && (times[log.first] ?? 0) <= nowInMs - WINDOW_MS) log.first += 1;
  if (log.first * 2 < times.length) return;
  times.splice(0, log.first);
  log.first = 0;
}
