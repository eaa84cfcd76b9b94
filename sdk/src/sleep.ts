const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/** A wait before the next try: half a second, twice as long after each try, up to 8 seconds; at random up to half less. */
export function backoffMs(tried: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** tried, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2);
}

/** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
