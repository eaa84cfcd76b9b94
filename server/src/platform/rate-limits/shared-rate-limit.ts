import { once } from "node:events";
import { createClient, defineScript } from "@redis/client";
import type { FastifyBaseLogger } from "fastify";
import { type RateLimiter, WINDOW_MS } from "./rate-limit.ts";

export interface SharedRateLimiter extends RateLimiter {
  readonly close: () => void;
}

interface Count {
  readonly allowed: boolean;
  /** The requests of the last minute that passed. */
  readonly used: number;
  /** Time until one more is allowed, or until the window is empty. */
  readonly freesInMs: number;
}

/** How long a request waits for the store. */
const PATIENCE_MS = 500;
/** A connection without a response for this long is reopened. */
const SILENCE_MS = 5_000;
const PING_EVERY_MS = 1_000;
const RECONNECT_AT_MOST_EVERY_MS = 2_000;

/**
 * The times (ms, by the store's clock) of a caller's requests of the last minute, oldest first, in one list
 * that expires with its newest entry. Expired entries are found by bisection, because a limit may be a
 * million. If the clock is set back by more than the window, the minute starts again; if by less, time stands
 * still.
 */
const SCRIPT = `
local key, limit, counts, window = KEYS[1], tonumber(ARGV[1]), ARGV[2] == '1', tonumber(ARGV[3])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local newest = tonumber(redis.call('LINDEX', key, -1) or now)
if newest > now + window then redis.call('DEL', key) else now = math.max(now, newest) end

local used = redis.call('LLEN', key)
local past, later = 0, used
while past < later do
  local middle = math.floor((past + later) / 2)
  if tonumber(redis.call('LINDEX', key, middle)) > now - window then later = middle else past = middle + 1 end
end
if past > 0 then redis.call('LTRIM', key, past, -1) end
used = used - past

local allowed = not counts or used < limit
if counts and allowed then
  redis.call('RPUSH', key, now)
  redis.call('PEXPIRE', key, window)
  used = used + 1
end
local frees = redis.call('LINDEX', key, used < limit and -1 or used - limit)
return { allowed and 1 or 0, used, frees and tonumber(frees) + window - now or 0 }
`;

const count = defineScript({
  SCRIPT,
  NUMBER_OF_KEYS: 1,
  parseCommand(parser, caller: string, limit: number, counts: boolean) {
    parser.pushKey(`assay:rate:${caller}`);
    parser.push(String(limit), counts ? "1" : "0", String(WINDOW_MS));
  },
  transformReply: ([allowed = 0, used = 0, freesInMs = 0]: number[]): Count => ({
    allowed: allowed === 1,
    used,
    freesInMs,
  }),
});

/**
 * A sliding-window log per caller, kept in the Redis or Valkey at `url`, so that all processes with the
 * same store share each caller's limit exactly, by the store's clock. While the store does not respond, `others`
 * counts, from zero; the outage and the return are logged once each.
 */
export async function createSharedRateLimiter(
  url: string,
  others: RateLimiter,
  log: FastifyBaseLogger,
): Promise<SharedRateLimiter> {
  const client = createClient({
    url,
    scripts: { count },
    disableOfflineQueue: true,
    pingInterval: PING_EVERY_MS,
    socket: {
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (retries) => Math.min(2 ** retries * 50, RECONNECT_AT_MOST_EVERY_MS),
    },
  });
  /** Whether a failure was logged since the store last counted. */
  let isDown = false;
  /** Whether no request waits, so that a dead connection can idle and time out. */
  let isSilent = false;

  function fail(fault: unknown): void {
    if (!isDown)
      log.warn(
        { err: fault },
        "the rate-limit store is unavailable (ASSAY_REDIS_URL): requests are counted in the database",
      );
    isDown = true;
  }

  async function ask(caller: string, limit: number, counts: boolean): Promise<Count> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const giveUp = (): void => {
      isSilent = true;
      reject(new Error(`no answer within ${PATIENCE_MS} ms`));
    };
    let turn: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      turn = setImmediate(giveUp); // a response that arrived while this process was busy is read first
    }, PATIENCE_MS);
    try {
      return await Promise.race([client.count(caller, limit, counts), late]);
    } finally {
      clearTimeout(timer);
      clearImmediate(turn);
    }
  }

  const method =
    (name: "take" | "peek") => async (caller: string, policy: string, limit: number, now: number) => {
      if (!client.isReady || isSilent) return others[name](caller, policy, limit, now);
      try {
        const { allowed, used, freesInMs } = await ask(caller, limit, name === "take");
        if (isDown) log.info("the rate-limit store is available again");
        isDown = false;
        const remaining = Math.max(0, limit - used);
        return { allowed, policy, limit, remaining, resetInSeconds: Math.ceil(freesInMs / 1000) };
      } catch (fault) {
        fail(fault);
        return others[name](caller, policy, limit, now);
      }
    };

  const resume = (): void => {
    isSilent = false;
  };
  client.on("error", fail).on("ready", resume).on("ping-interval", resume);
  const connecting = client.connect();
  connecting.catch(() => undefined); // closed before it was connected
  await Promise.race([connecting, once(client, "error")]);
  return { take: method("take"), peek: method("peek"), close: () => client.destroy() };
}
