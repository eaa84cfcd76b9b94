// A long computation is a generator that yields between its steps, so that a service can do other work meanwhile.

/** The result of a computation, without a pause between its steps. */
export function runAll<T>(steps: Generator<undefined, T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** `values.map(map)`, each a step. */
export function* mapInSteps<A, B>(values: readonly A[], map: (value: A) => B): Generator<undefined, B[]> {
  const made: B[] = [];
  for (const value of values) {
    made.push(map(value));
    yield;
  }
  return made;
}
