const IDLE_MS = 30_000;
const RECENT_MS = 5 * 60_000;

/** Measures active time: at most 30 s after each input, and none while the page is hidden. */
export interface ActiveClock {
  /** Call at each input. */
  readonly touch: () => void;
  /** Call when the page is hidden; the next input starts the clock again. */
  readonly pause: () => void;
  readonly ms: () => number;
  /** Whether there was input in the last minutes. */
  readonly isRunning: () => boolean;
}

/** Starts a clock; `now` returns ms. */
export function startActiveClock(now: () => number, already = 0): ActiveClock {
  let counted = already;
  let last: number | undefined = now();

  function count(): void {
    if (last !== undefined) counted += Math.min(now() - last, IDLE_MS);
    last = undefined;
  }

  return {
    touch() {
      count();
      last = now();
    },
    pause: count,
    isRunning: () => last !== undefined && now() - last < RECENT_MS,
    ms: () => Math.round(counted + (last === undefined ? 0 : Math.min(now() - last, IDLE_MS))),
  };
}
