/** Functions that are called after a change. `subscribe` returns a function that unsubscribes, as React expects. */
export class Listeners<Values extends readonly unknown[] = []> {
  readonly #all = new Set<(...values: Values) => void>();

  readonly subscribe = (listener: (...values: Values) => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  readonly notify = (...values: Values): void => {
    for (const listener of this.#all) listener(...values);
  };
}
