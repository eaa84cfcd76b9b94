import { TimeoutError } from "./api-error.ts";
import { sleep } from "./sleep.ts";
import type { RequestOptions } from "./transport.ts";

/** How long, and how often, to ask for something that changes. */
export interface Patience {
  /** Cancels the wait; it then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Default: without a limit. */
  readonly timeoutMs?: number | undefined;
  /** The first wait between two questions; each further one is half as long again, up to 30 times the first. Default 500. */
  readonly intervalMs?: number | undefined;
}

const INTERVAL_MS = 500;
const GROWTH = 1.5;
const LONGEST_INTERVALS = 30;

/** Asks until `holds` is true of the answer, and returns that. Throws TimeoutError with `what` it waited for. */
export async function untilHolds<T>(
  what: string,
  { signal, timeoutMs, intervalMs = INTERVAL_MS }: Patience,
  ask: (options: RequestOptions) => Promise<T>,
  holds: (answer: T) => boolean,
): Promise<T> {
  const end = performance.now() + (timeoutMs ?? Number.POSITIVE_INFINITY);
  for (let wait = intervalMs; ; wait = Math.min(wait * GROWTH, intervalMs * LONGEST_INTERVALS)) {
    const answer = await ask({ signal });
    if (holds(answer)) return answer;
    const left = end - performance.now();
    if (left <= 0) throw new TimeoutError(`waited ${timeoutMs} ms for ${what}`);
    await sleep(Math.min(wait, left), signal);
  }
}
