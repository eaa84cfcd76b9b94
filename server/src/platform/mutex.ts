/**
 * A mutex: runs one `work` at a time, in the order of the calls, and returns its result or throws its error.
 */
export function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last = Promise.resolve<unknown>(undefined);
  return (work) => {
    const result = last.then(work);
    last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  };
}
