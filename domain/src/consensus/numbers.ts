/**
 * The number at `index`, 0 outside. One function per kind of array: with several kinds passing through it, the
 * engine no longer compiles it to a plain read.
 */
export function at(numbers: Float64Array, index: number): number {
  return numbers[index] ?? 0;
}

/** The same of indexes and counts. */
export function idAt(ids: Uint32Array, index: number): number {
  return ids[index] ?? 0;
}

/** Adds to the number at `index`. */
export function add(numbers: Float64Array, index: number, amount: number): void {
  numbers[index] = (numbers[index] ?? 0) + amount;
}
