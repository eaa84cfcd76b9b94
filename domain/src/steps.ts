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

/** So many small values are one step: a few milliseconds. */
const TOGETHER = 10_000;

/** Calls `visit` with each of many small values, 10,000 in a step. */
export function* visitInSteps<A>(
  values: readonly A[],
  visit: (value: A) => void,
): Generator<undefined, void> {
  for (const [index, value] of values.entries()) {
    if (index % TOGETHER === TOGETHER - 1) yield;
    visit(value);
  }
}
