/**
 * How many pairs of answers are compared, over all, to estimate the disagreement expected by chance.
 * The estimate then errs by at most .5/√20,000 = .0035 (one standard error); it is exact where there are
 * fewer pairs.
 */
export const MAX_CHANCE_PAIRS = 20_000;

/** 0 (the same) to 1 (nothing shared); symmetric. */
export type Distance<A> = (a: A, b: A) => number;

/**
 * The pairs of answers, across all items, that measure disagreement by chance: every pair, or if there are
 * more than `most`, that many pairs drawn with a fixed seed.
 */
export function chancePairs<A>(answers: readonly A[], most: number): Iterable<readonly [A, A]> {
  const pairs = (answers.length * (answers.length - 1)) / 2;
  return pairs <= most ? everyPair(answers) : drawnPairs(answers, most);
}

/** Every pair of `answers`, once. */
export function* everyPair<A>(answers: readonly A[]): Generator<readonly [A, A]> {
  for (const [index, a] of answers.entries()) {
    for (const b of answers.slice(index + 1)) yield [a, b];
  }
}

/** `count` pairs of answers at different places, each pair equally likely. */
function* drawnPairs<A>(answers: readonly A[], count: number): Generator<readonly [A, A]> {
  const random = seededRandom(count);
  for (let drawn = 0; drawn < count; drawn += 1) {
    const first = Math.floor(random() * answers.length);
    const step = 1 + Math.floor(random() * (answers.length - 1));
    const [a, b] = [answers[first], answers[(first + step) % answers.length]];
    if (a !== undefined && b !== undefined) yield [a, b];
  }
}

/** Numbers from 0 up to 1, the same ones for the same seed. Source: "mulberry32" by Tommy Ettinger (public domain). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
