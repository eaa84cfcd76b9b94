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

interface Log {
  /** A ring buffer of the times (ms) of the requests that passed in the last minute. */
  readonly times: Float64Array;
  first: number;
  length: number;
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
 * twice the limit pass at its boundary, a token bucket one more within the minute. Memory: 8 bytes for each
 * request of a caller's limit, for the callers of the last minute.
 */
export function createRateLimiter(): OwnRateLimiter {
  const logs = new Map<string, Log>();

  function logOf(caller: string, limit: number, nowInMs: number): Log {
    const found = logs.get(caller);
    if (found !== undefined && found.times.length === limit) return found;
    if (found === undefined) tidy(logs, nowInMs);
    const made: Log = { times: new Float64Array(limit), first: 0, length: 0 };
    if (found !== undefined) copyNewest(found, made);
    logs.set(caller, made);
    return made;
  }

  function state(log: Log, policy: string, limit: number, nowInMs: number): Allowance {
    const remaining = Math.max(0, limit - log.length);
    const at = remaining > 0 ? newest(log) : oldest(log);
    const resetInSeconds = at === undefined ? 0 : Math.max(1, Math.ceil((at + WINDOW_MS - nowInMs) / 1000));
    return { allowed: true, policy, limit, remaining, resetInSeconds };
  }

  return {
    take(caller, policy, limit, nowInMs) {
      const log = logOf(caller, limit, nowInMs);
      forget(log, nowInMs);
      if (log.length === limit) return { ...state(log, policy, limit, nowInMs), allowed: false };
      log.times[(log.first + log.length) % limit] = nowInMs;
      log.length += 1;
      return state(log, policy, limit, nowInMs);
    },
    peek(caller, policy, limit, nowInMs) {
      const log = logs.get(caller);
      if (log === undefined) return { allowed: true, policy, limit, remaining: limit, resetInSeconds: 0 };
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
    if ((newest(log) ?? 0) > nowInMs - WINDOW_MS) logs.set(caller, log);
  }
  if (logs.size >= MAX_CALLERS) logs.delete(logs.keys().next().value ?? "");
}

function forget(log: Log, nowInMs: number): void {
  for (let time = oldest(log); time !== undefined && time <= nowInMs - WINDOW_MS; time = oldest(log)) {
    log.first = (log.first + 1) % log.times.length;
    log.length -= 1;
  }
}

function oldest(log: Log): number | undefined {
  return log.length === 0 ? undefined : log.times[log.first];
}

function newest(log: Log): number | undefined {
  return log.length === 0 ? undefined : log.times[(log.first + log.length - 1) % log.times.length];
}

/** If the plan changes, the counted requests are kept as far as they fit. */
function copyNewest(from: Log, to: Log): void {
  const kept = Math.min(from.length, to.times.length);
  for (let index = 0; index < kept; index += 1) {
    to.times[index] = from.times[(from.first + from.length - kept + index) % from.times.length] ?? 0;
  }
  to.length = kept;
}
