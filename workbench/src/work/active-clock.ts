const IDLE_MS = 30_000;
const RECENT_MS = 5 * 60_000;

/** Counts the time in which somebody is at work: no more than 30 s after the last input, and not while hidden. */
export interface ActiveClock {
  /** There was input. */
  readonly touch: () => void;
  /** The page is no longer seen; the next input starts the clock again. */
  readonly pause: () => void;
  readonly ms: () => number;
  /** Whether somebody was at work in the last minutes. */
  readonly isRunning: () => boolean;
}

/** A clock that begins at once; `now` gives ms. */
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
