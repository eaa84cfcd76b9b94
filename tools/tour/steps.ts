/** Runs one step of the story and prints it in one line, with its duration. */
export type Step = <T>(title: string, work: () => Promise<T>, tell?: (done: T) => string) => Promise<T>;

/** Prints steps with `say`; a step that throws is printed as failed. */
export function createStep(say: (line: string) => void): Step {
  return async (title, work, tell) => {
    const begun = performance.now();
    const seconds = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`.padStart(7);
    try {
      const done = await work();
      const result = tell?.(done);
      say(`${seconds()}  ${title}${result === undefined ? "" : `: ${result}`}`);
      return done;
    } catch (fault) {
      say(`${seconds()}  FAILED: ${title}`);
      throw fault;
    }
  };
}
