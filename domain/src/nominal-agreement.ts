import { tally } from "./types/vote.ts";

/** Counts over the items that have at least two answers, and two coefficients beside Krippendorff's alpha. */
export interface NominalAgreement {
  readonly items: number;
  /** Items on which all answers are the same. */
  readonly unanimous_items: number;
  /** Pairs of answers to the same item. */
  readonly pairs: number;
  readonly agreeing_pairs: number;
  /** Null if items have unequal numbers of answers, or all answers are one label. */
  readonly fleiss_kappa: number | null;
  /** Null if all answers are one label. */
  readonly gwet_ac1: number | null;
}

/**
 * Agreement on nominal labels. `items` holds the labels that each item was given, one per annotator.
 * O(answers).
 *
 * Sources: Fleiss, "Measuring nominal scale agreement among many raters" (1971), equation 7, for equal
 * numbers of answers per item. Gwet, "Computing inter-rater reliability and its variance in the presence of
 * high agreement" (2008), AC1, with the treatment of missing answers of his "Handbook of Inter-Rater
 * Reliability" (2014), section 2.5: items with one answer still count towards the frequency of labels.
 */
export function nominalAgreement<L>(items: readonly (readonly L[])[]): NominalAgreement {
  const counts = { items: 0, unanimous_items: 0, pairs: 0, agreeing_pairs: 0 };
  let shares = 0; // summed over items: the share of an item's pairs that agree
  for (const labels of items) {
    if (labels.length < 2) continue;
    const [pairs, agreeing] = [pairsOf(labels.length), agreeingPairs(labels)];
    shares += agreeing / pairs;
    counts.items += 1;
    counts.unanimous_items += agreeing === pairs ? 1 : 0;
    counts.pairs += pairs;
    counts.agreeing_pairs += agreeing;
  }
  const observed = counts.items === 0 ? null : shares / counts.items;
  const answered = items.filter(({ length }) => length > 0);
  const isEven = answered.every(({ length }) => length === answered[0]?.length);
  return {
    ...counts,
    fleiss_kappa: isEven ? corrected(observed, sameByChance(answered.flat())) : null,
    gwet_ac1: corrected(observed, gwetChance(answered)),
  };
}

/** The chance that two answers, drawn with replacement, are the same; null if all are one label. */
function sameByChance(labels: readonly unknown[]): number | null {
  const counts = [...tally(labels).values()];
  if (counts.length < 2) return null;
  return counts.reduce((sum, count) => sum + (count / labels.length) ** 2, 0);
}

/** Gwet's expected agreement by chance: high if labels are equally frequent, 0 if almost all are one. */
function gwetChance(items: readonly (readonly unknown[])[]): number | null {
  const frequencies = new Map<unknown, number>();
  for (const labels of items) {
    const weight = 1 / (labels.length * items.length);
    for (const label of labels) frequencies.set(label, (frequencies.get(label) ?? 0) + weight);
  }
  if (frequencies.size < 2) return null;
  let sum = 0;
  for (const frequency of frequencies.values()) sum += frequency * (1 - frequency);
  return sum / (frequencies.size - 1);
}

function corrected(observed: number | null, chance: number | null): number | null {
  return observed === null || chance === null ? null : (observed - chance) / (1 - chance);
}

function agreeingPairs(labels: readonly unknown[]): number {
  let pairs = 0;
  for (const count of tally(labels).values()) pairs += pairsOf(count);
  return pairs;
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}

/** The agreement on one label. */
export interface LabelAgreement<L> {
  readonly label: L;
  /** Answers with the label, on items that have another answer too. */
  readonly answers: number;
  /** The share of the other answers to these items that have the label too. */
  readonly agreement: number;
  /** Krippendorff's alpha of having the label against not having it; null if every answer has it. */
  readonly alpha: number | null;
}

/**
 * Agreement by label, the most frequent first. Each answer is a set of labels, of one label for single-label
 * types. Yields after each item. O(labels in all answers).
 *
 * Source: Fleiss (1971), the conditional probability of equation 12, for any number of answers per item.
 */
export function* labelAgreement<L>(
  items: Iterable<readonly ReadonlySet<L>[]>,
): Generator<undefined, LabelAgreement<L>[]> {
  const sums = new Map<L, { answers: number; same: number; others: number; disagreeing: number }>();
  let all = 0;
  for (const answers of items) {
    yield;
    const others = answers.length - 1;
    if (others < 1) continue;
    all += answers.length;
    for (const [label, count] of tally(answers.flatMap((labels) => [...labels]))) {
      const of = sums.get(label) ?? { answers: 0, same: 0, others: 0, disagreeing: 0 };
      sums.set(label, of);
      of.answers += count;
      of.same += count * (count - 1);
      of.others += count * others;
      of.disagreeing += (2 * count * (answers.length - count)) / others;
    }
  }
  return [...sums]
    .map(([label, { answers, same, others, disagreeing }]) => {
      const expected = (2 * answers * (all - answers)) / (all - 1);
      const alpha = expected > 0 ? 1 - disagreeing / expected : null;
      return { label, answers, agreement: same / others, alpha };
    })
    .sort((a, b) => b.answers - a.answers);
}
