import { startActiveClock } from "../work/active-clock.ts";

/** Measures the active time of several tasks that are on the screen together, see `ActiveClock`. */
export interface SharedClock {
  /** Call at each input. */
  readonly touch: () => void;
  /** Call when the page is hidden; the next input starts the clock again. */
  readonly pause: () => void;
  /** Whether there was input in the last minutes. */
  readonly isRunning: () => boolean;
  /**
   * Divides the active time since the last call among these tasks. The parts are whole milliseconds that differ by 1 at most, and their sum
   * is the time. Without tasks the time belongs to none.
   */
  readonly settle: (task_ids: readonly string[]) => void;
  /** The time that a task has got so far, in ms. */
  readonly of: (task_id: string) => number;
}

/** Starts a clock; `now` returns ms. */
export function startSharedClock(now: () => number): SharedClock {
  const clock = startActiveClock(now);
  const spent = new Map<string, number>();
  let settled = 0;
  return {
    touch: clock.touch,
    pause: clock.pause,
    isRunning: clock.isRunning,
    settle(task_ids) {
      const time = clock.ms() - settled;
      settled += time;
      const upTo = (count: number) => Math.floor((time * count) / task_ids.length);
      for (const [place, id] of task_ids.entries()) {
        spent.set(id, (spent.get(id) ?? 0) + upTo(place + 1) - upTo(place));
      }
    },
    of: (task_id) => spent.get(task_id) ?? 0,
  };
}
