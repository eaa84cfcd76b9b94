import { setImmediate } from "node:timers/promises";

/** Comparisons of results between which other work of the process may run: a few milliseconds at most. */
const AT_ONCE = 50;

/** To be awaited after each comparison: now and then it lets other work of the process run. */
export function createPause(): () => Promise<void> {
  let comparisons = 0;
  return async () => {
    comparisons += 1;
    if (comparisons % AT_ONCE === 0) await setImmediate();
  };
}
