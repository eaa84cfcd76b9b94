import { type Stretch, stretches } from "../../stretches.ts";

/** Marks a slot in which an answer has no word. */
export const NONE = -1;

/** One answer in a network: the numbers of its words, and the word in each slot. */
export interface Column {
  readonly ids: Int32Array;
  /** For each slot the index of a word in `ids`, or `NONE`. */
  readonly places: Int32Array;
}

/**
 * A word transition network: the words of several answers, aligned. Each slot holds at most one word of every
 * answer. Source: Fiscus, "A post-processing system to yield reduced word error rates: ROVER" (1997).
 */
export type Network = readonly Column[];

/** The network of one answer: a slot for each word. */
export function networkOf(ids: Int32Array): Network {
  return [{ ids, places: ids.map((_, place) => place) }];
}

/**
 * Adds one answer to the network at the least cost: a word costs nothing in a slot that contains it and one
 * in another slot; a slot without a word of this answer costs one, unless another answer has none there
 * either. Undefined if the answers differ in stretches too long for `cells` comparisons. O(cells · answers).
 */
export function withAnswer(network: Network, ids: Int32Array, cells: number): Network | undefined {
  const differing = stretches(leading(network), ids, { cells, gram: 1 });
  if (differing.some(({ fits }) => !fits)) return undefined;
  const slots: number[] = [];
  const words: number[] = [];
  const add = (slot: number, word: number): void => {
    slots.push(slot);
    words.push(word);
  };
  let [slot, word] = [0, 0];
  const end = { aFrom: lengthOf(network), aTo: 0, bFrom: ids.length, bTo: 0, fits: true };
  for (const stretch of [...differing, end]) {
    for (; slot < stretch.aFrom; slot += 1, word += 1) add(slot, word);
    if (stretch === end) break;
    for (const [aligned, place] of alignedIn(network, ids, stretch)) add(aligned, place);
    [slot, word] = [stretch.aTo, stretch.bTo];
  }
  const kept = network.map((column) => ({
    ids: column.ids,
    places: Int32Array.from(slots, (aligned) => column.places[aligned] ?? NONE),
  }));
  return [...kept, { ids, places: Int32Array.from(words) }];
}

/** For each slot the word of the first answer that has one. */
function leading(network: Network): Int32Array {
  return Int32Array.from({ length: lengthOf(network) }, (_, slot) => {
    const column = network.find(({ places }) => places[slot] !== NONE);
    return column?.ids[column.places[slot] ?? 0] ?? 0;
  });
}

function lengthOf(network: Network): number {
  return network[0]?.places.length ?? 0;
}

/** The next step of the cheapest path: past a slot and a word, past a slot, past a word. */
const [SLOT, WORD] = [1, 2];

/**
 * Pairs of a slot and a word of the answer, either of them possibly `NONE`, in order, with the least cost
 * over the stretch.
 */
function alignedIn(network: Network, ids: Int32Array, stretch: Stretch): (readonly [number, number])[] {
  const { aFrom, aTo, bFrom, bTo } = stretch;
  const words = ids.subarray(bFrom, bTo);
  const width = words.length + 1;
  const moves = new Uint8Array((aTo - aFrom + 1) * width).fill(WORD);
  let costs = Int32Array.from({ length: width }, (_, column) => column);
  for (let slot = aFrom; slot < aTo; slot += 1) {
    const start = (slot - aFrom + 1) * width;
    costs = nextRow(costs, wordsIn(network, slot), words, moves.subarray(start, start + width));
  }
  const pairs: [number, number][] = [];
  let [row, column] = [aTo - aFrom, words.length];
  while (row > 0 || column > 0) {
    const move = moves[row * width + column];
    if (move !== WORD) row -= 1;
    if (move !== SLOT) column -= 1;
    pairs.push([move === WORD ? NONE : aFrom + row, move === SLOT ? NONE : bFrom + column]);
  }
  return pairs.reverse();
}

/** The costs with one more slot; writes the last step of the cheapest path to each position into `moves`. */
function nextRow(
  above: Int32Array,
  inSlot: readonly number[],
  words: Int32Array,
  moves: Uint8Array,
): Int32Array<ArrayBuffer> {
  const missing = inSlot.includes(NONE) ? 0 : 1;
  const costs = new Int32Array(above.length);
  costs[0] = at(above, 0) + missing;
  moves[0] = SLOT;
  for (let column = 1; column < costs.length; column += 1) {
    const both = at(above, column - 1) + (inSlot.includes(at(words, column - 1)) ? 0 : 1);
    const slot = at(above, column) + missing;
    const word = at(costs, column - 1) + 1;
    costs[column] = Math.min(both, slot, word);
    moves[column] = [both, slot, word].indexOf(at(costs, column));
  }
  return costs;
}

/** Each answer's entry in the slot: the number of a word, or `NONE`. */
export function wordsIn(network: Network, slot: number): number[] {
  return network.map(({ ids, places }) => {
    const place = at(places, slot);
    return place === NONE ? NONE : at(ids, place);
  });
}

/** `noUncheckedIndexedAccess` without a branch at each use: all indexes here are in range. */
function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? 0;
}
