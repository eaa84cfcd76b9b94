import { setTimeout as sleep } from "node:timers/promises";

/** All addresses of a name; rejects if it has none. */
export type Resolve = (
  hostname: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/**
 * Lookups that run at the same time. Each takes one of the four threads that Node has for lookups, files and scrypt, until the
 * name server answers or the system gives up, which takes 10 seconds or more.
 */
const AT_ONCE = 2;

/**
 * `resolve` for names that callers choose. Name servers that do not answer hold two threads at most. Calls for a name that is being
 * looked up share the lookup. A name that waits longer than `waitMs` for its turn is rejected, and not looked up.
 */
export function createLookups(resolve: Resolve, waitMs: number): Resolve {
  const lookups = new Map<string, ReturnType<Resolve>>();
  const waiting = new Set<PromiseWithResolvers<void>>();
  let running = 0;

  function startNext(): void {
    const [next] = waiting;
    if (next === undefined || running >= AT_ONCE) return;
    waiting.delete(next);
    running += 1;
    next.resolve();
  }

  async function waitForTurn(): Promise<void> {
    const turn = Promise.withResolvers<void>();
    waiting.add(turn);
    startNext();
    const late = sleep(waitMs, undefined, { ref: false }).then(() => {
      if (waiting.delete(turn)) throw new Error("the name waited too long for its lookup");
    });
    await Promise.race([turn.promise, late]);
  }

  async function lookUp(hostname: string) {
    await waitForTurn();
    try {
      return await resolve(hostname);
    } finally {
      running -= 1;
      startNext();
    }
  }

  return (hostname) => {
    const lookup = lookups.get(hostname) ?? lookUp(hostname).finally(() => lookups.delete(hostname));
    lookups.set(hostname, lookup);
    return lookup;
  };
}
