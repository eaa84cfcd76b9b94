import { setTimeout as sleep } from "node:timers/promises";

/**
 * The outcome of `read`, or a rejection if it takes longer than `limitMs`. Calls while one `read` still runs get the same, at once
 * if it is late, so that what hangs is asked once: a file system that hangs keeps one of the few threads of Node for each question.
 */
export function inTime<T>(read: () => Promise<T>, limitMs: number): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    if (asked !== undefined) return asked;
    const reading = read().finally(() => {
      asked = undefined;
    });
    const late = sleep(limitMs, undefined, { ref: false }).then(() => {
      throw new Error(`no answer within ${limitMs / 1_000} s`);
    });
    asked = Promise.race([reading, late]);
    return asked;
  };
}
