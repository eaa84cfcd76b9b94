import { setTimeout as sleep } from "node:timers/promises";

const EVERY_MS = 50;

interface Patience {
  /** The condition in words, for the Error when it is not met in time. */
  readonly what: string;
  readonly withinMs: number;
}

/** The first value that `look` returns; throws if there is none in time. */
export async function until<T>({ what, withinMs }: Patience, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${withinMs / 1000} s`);
    await sleep(EVERY_MS);
  }
}
