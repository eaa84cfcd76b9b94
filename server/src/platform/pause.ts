import { setImmediate } from "node:timers/promises";

/** Yields to other work of the process after this many comparisons of results: a few milliseconds at most. */
const AT_ONCE = 50;

/** Await it after each comparison: it regularly yields to other work of the process. */
export function createPause(): () => Promise<void> {
  let comparisons = 0;
  return async () => {
    comparisons += 1;
    if (comparisons % AT_ONCE === 0) await setImmediate();
  };
}
