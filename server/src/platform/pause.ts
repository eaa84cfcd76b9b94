import { setImmediate } from "node:timers/promises";

/** Yields to other work of the process after this many milliseconds. */
const AT_ONCE_MS = 5;

/** Await it after each comparison: it regularly yields to other work of the process. */
export function createPause(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < AT_ONCE_MS) return;
    await setImmediate();
    since = performance.now();
  };
}

/** Runs a computation that yields between its steps, and yields to other work of the process meanwhile. */
export async function runInSteps<T>(steps: Generator<undefined, T>): Promise<T> {
  const pause = createPause();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pause();
  }
}
