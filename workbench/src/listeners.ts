/** Functions to call after a change, with what changed. `subscribe` returns what unsubscribes, as React expects it. */
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
