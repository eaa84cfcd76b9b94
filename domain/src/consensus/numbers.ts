/**
 * The number at `index`, 0 outside. One function per kind of array: if several kinds pass through one
 * function, the engine no longer compiles it to a plain read.
 */
export function at(numbers: Float64Array, index: number): number {
  return numbers[index] ?? 0;
}

/** The same for indexes and counts. */
export function idAt(ids: Uint32Array, index: number): number {
  return ids[index] ?? 0;
}

/** Adds to the number at `index`. */
export function add(numbers: Float64Array, index: number, amount: number): void {
  numbers[index] = (numbers[index] ?? 0) + amount;
}
