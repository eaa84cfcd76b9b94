/** Lets one piece of work run at a time, in the order in which they came; gives what it gives or throws. */
export function createTurn(): <T>(work: () => Promise<T>) => Promise<T> {
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
