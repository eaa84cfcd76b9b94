export interface Alarm {
  /** Ends the wait, or the next one if nobody waits. */
  readonly ring: () => void;
  /** Resolves after `ms`, or as soon as it rings. One at a time. */
  readonly wait: (ms: number) => Promise<void>;
}

/** A sleep that can be interrupted, and that is skipped if it was interrupted before. */
export function createAlarm(): Alarm {
  let hasRung = false;
  let wake: () => void = () => undefined;
  return {
    ring() {
      hasRung = true;
      wake();
    },
    async wait(ms) {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      hasRung = false;
    },
  };
}
