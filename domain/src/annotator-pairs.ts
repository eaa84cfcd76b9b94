/** Pairs are made of at most this many annotators, those with the most answers: 1,225 pairs at most. */
const MAX_ANNOTATORS = 50;
/** At most this many pairs are returned, those with the most items in common. */
const MAX_PAIRS = 100;

/** How two annotators agree on the items that both answered. */
export interface AnnotatorPair {
  readonly annotators: readonly [string, string];
  readonly items: number;
  readonly agreeing_items: number;
  /** Krippendorff's alpha of the two; null if it is undefined, and for answers that are not labels. */
  readonly alpha: number | null;
}

/** One answer of an item; `label` is null if answers are not labels. */
export interface PairedAnswer {
  readonly annotator: string;
  readonly label: string | null;
}

interface Tally {
  readonly annotators: readonly [string, string];
  items: number;
  agreeing: number;
  /** How often either gave each label; null if answers are not labels. */
  readonly labels: Map<string, number> | null;
}

export type PairCounter = ReturnType<typeof createPairCounter>;

/**
 * Counts how pairs of annotators agree: the pairs with the most items in common, of the annotators with the most
 * answers. `answerCounts` says how many answers each has.
 */
export function createPairCounter(answerCounts: ReadonlyMap<string, number>) {
  const busiest = new Set(
    [...answerCounts]
      .sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1))
      .slice(0, MAX_ANNOTATORS)
      .map(([annotator]) => annotator),
  );
  const tallies = new Map<string, Map<string, Tally>>();

  return {
    /** Whether the counter includes pairs with this annotator. */
    has: (annotator: string) => busiest.has(annotator),
    /** Counts two answers to one item. */
    add(one: PairedAnswer, other: PairedAnswer, agree: boolean): void {
      if (!busiest.has(one.annotator) || !busiest.has(other.annotator)) return;
      const [first, second] = one.annotator < other.annotator ? [one, other] : [other, one];
      const ofFirst = tallies.get(first.annotator) ?? new Map<string, Tally>();
      tallies.set(first.annotator, ofFirst);
      const of = ofFirst.get(second.annotator) ?? freshTally(first, second);
      ofFirst.set(second.annotator, of);
      of.items += 1;
      of.agreeing += agree ? 1 : 0;
      for (const { label } of [one, other]) {
        if (label !== null) of.labels?.set(label, (of.labels.get(label) ?? 0) + 1);
      }
    },
    /** The pairs, those with the most items in common first. */
    pairs(): AnnotatorPair[] {
      return [...tallies.values()]
        .flatMap((ofFirst) => [...ofFirst.values()])
        .sort((a, b) => b.items - a.items || (String(a.annotators) < String(b.annotators) ? -1 : 1))
        .slice(0, MAX_PAIRS)
        .map((tally) => ({
          ...{ annotators: tally.annotators, items: tally.items, agreeing_items: tally.agreeing },
          alpha: pairAlpha(tally),
        }));
    },
  };
}

function freshTally(first: PairedAnswer, second: PairedAnswer): Tally {
  const labels = first.label === null || second.label === null ? null : new Map<string, number>();
  return { annotators: [first.annotator, second.annotator], items: 0, agreeing: 0, labels };
}

/** `alphaOf(nominalDisagreement(…))` of items with two answers each, from counts. */
function pairAlpha({ items, agreeing, labels }: Tally): number | null {
  let unequal = 0;
  for (const count of labels?.values() ?? []) unequal += count * (2 * items - count);
  return unequal === 0 ? null : 1 - ((items - agreeing) / items / unequal) * 2 * items * (2 * items - 1);
}
