import { setTimeout as sleep } from "node:timers/promises";

const EVERY_MS = 50;

interface Patience {
  /** What is waited for, in words, for the Error that tells it did not come. */
  readonly what: string;
  readonly withinMs: number;
}

/** The first value that `look` finds; throws where it finds none in time. */
export async function until<T>({ what, withinMs }: Patience, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${withinMs / 1000} s`);
    await sleep(EVERY_MS);
  }
}
