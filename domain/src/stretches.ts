/** A difference between two sequences: `[aFrom, aTo)` of one corresponds to `[bFrom, bTo)` of the other. */
export interface Stretch {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
  /** Whether both sides are short enough to be compared in full. */
  readonly fits: boolean;
}

export interface Effort {
  /** The maximum number of symbol pairs to compare, over all stretches. */
  readonly cells: number;
  /** The number of consecutive symbols in a mark; 1 if symbols are rare enough, as words are. */
  readonly gram: number;
}

/** The maximum depth at which anchors are sought within anchored stretches. */
const MAX_DEPTH = 8;

/**
 * The stretches in which `a` and `b` differ, from first to last; between them they are equal.
 *
 * The common beginning and end are removed. If the remaining n and m symbols exceed their share of the
 * `cells`, they are cut at anchors: marks that occur once in each and come in the same order in both, as many
 * as possible (as in Bram Cohen's patience diff). A stretch without anchors is returned whole and does not
 * fit. O((n + m) log(n + m)).
 */
export function stretches(a: Int32Array, b: Int32Array, { cells, gram }: Effort): Stretch[] {
  const share = cells / Math.max(1, a.length + b.length);
  let marks: Marks | undefined; // most texts are alike or short, and need none
  const found: Stretch[] = [];
  const cut = (whole: Omit<Stretch, "fits">, depth: number): void => {
    const rest = trimmed(a, b, whole);
    const [n, m] = [rest.aTo - rest.aFrom, rest.bTo - rest.bFrom];
    if (n + m === 0) return;
    const fits = n * m <= share * (n + m);
    if (!fits) marks ??= { gram, a: marksOf(a, gram), b: marksOf(b, gram) };
    const anchors = fits || depth === MAX_DEPTH || !marks ? [] : firstOfRuns(anchorsIn(marks, rest), a, b);
    if (anchors.length === 0) {
      found.push({ ...rest, fits });
      return;
    }
    let { aFrom, bFrom } = rest;
    for (const [i, j] of [...anchors, [rest.aTo, rest.bTo] as const]) {
      cut({ aFrom, aTo: i, bFrom, bTo: j }, depth + 1);
      [aFrom, bFrom] = [i, j];
    }
  };
  cut({ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }, 0);
  return found;
}

function trimmed(a: Int32Array, b: Int32Array, whole: Omit<Stretch, "fits">): Omit<Stretch, "fits"> {
  let { aFrom, aTo, bFrom, bTo } = whole;
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) {
    aFrom += 1;
    bFrom += 1;
  }
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) {
    aTo -= 1;
    bTo -= 1;
  }
  return { aFrom, aTo, bFrom, bTo };
}

/** A number of at most 30 bits, which a Map finds quickly. */
const SMALL = 0x3fffffff;

/** For each index the `gram` symbols from there as one number; different ones may share a number. */
function marksOf(symbols: Int32Array, gram: number): Int32Array {
  if (gram === 1) return symbols;
  return symbols.map((_, place) => {
    let mark = symbols.length - place < gram ? place : 0; // near the end each mark is unique
    for (let next = place; next < Math.min(place + gram, symbols.length); next += 1) {
      mark = Math.imul(mark, 0x01000193) + (symbols[next] ?? 0);
    }
    return Math.imul(mark ^ (mark >>> 15), 0x2c1b3c6d) & SMALL; // mixed, because one in `gram` is selected by its value
  });
}

interface Marks {
  readonly gram: number;
  readonly a: Int32Array;
  readonly b: Int32Array;
}

type Anchor = readonly [number, number];

/** The longest run of marks, each unique in either stretch, that come in the same order in both. */
function anchorsIn({ a, b, gram }: Marks, { aFrom, aTo, bFrom, bTo }: Omit<Stretch, "fits">): Anchor[] {
  const inB = singles(b, gram, bFrom, bTo);
  const pairs = [...singles(a, gram, aFrom, aTo)].flatMap(([mark, i]): Anchor[] => {
    const j = inB.get(mark);
    return i === REPEATED || j === undefined || j === REPEATED ? [] : [[i, j]];
  });
  return longestRising(pairs.sort((one, other) => one[0] - other[0]));
}

/**
 * Removes anchors whose symbols differ (equal marks by chance), and those adjacent to the previous anchor.
 */
function firstOfRuns(anchors: readonly Anchor[], a: Int32Array, b: Int32Array): Anchor[] {
  return anchors.filter(([i, j], index) => {
    const [before, beside] = anchors[index - 1] ?? [];
    return a[i] === b[j] && (before !== i - 1 || beside !== j - 1 || a[before] !== b[beside]);
  });
}

const REPEATED = -1;

/** Samples one in `gram` of marks with several symbols, on average; the mark's value alone decides. */
function singles(marks: Int32Array, gram: number, from: number, to: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let place = from; place < to; place += 1) {
    const mark = marks[place] ?? 0;
    if (mark % gram !== 0) continue;
    places.set(mark, places.has(mark) ? REPEATED : place);
  }
  return places;
}

/** The longest subsequence whose second numbers increase. Source: Schensted (1961), by patience sorting. */
function longestRising(pairs: readonly Anchor[]): Anchor[] {
  interface Top {
    readonly pair: Anchor;
    readonly before: Top | undefined;
  }
  const tops: Top[] = [];
  for (const pair of pairs) {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const isBelow = (tops[middle]?.pair[1] ?? 0) < pair[1];
      [low, high] = isBelow ? [middle + 1, high] : [low, middle];
    }
    tops[low] = { pair, before: tops[low - 1] };
  }
  const rising: Anchor[] = [];
  for (let top = tops.at(-1); top !== undefined; top = top.before) rising.push(top.pair);
  return rising.reverse();
}
