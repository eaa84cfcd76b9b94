import { binomialTail } from "../certification/distributions.ts";
import { holmAdjusted } from "./holm.ts";
import { ALPHA, type MeasuredShare, measuredShare } from "./measured-share.ts";

/** The results of one model on the items of a sample, in the same order for all models. */
export interface ModelResults {
  readonly model: string;
  /** Whether it is right on each item; null if it did not predict the item. */
  readonly right: readonly (boolean | null)[];
}

/** Two models on the items that both predicted. */
export interface ModelPair {
  readonly models: readonly [string, string];
  readonly items: number;
  /** Items on which only the first is right. */
  readonly only_first: number;
  /** Items on which only the second is right. */
  readonly only_second: number;
  /** Of McNemar's exact test, 0 to 1. */
  readonly p: number;
  /** The same, adjusted for all pairs by Holm's procedure; at most 0.05 tells the two apart. */
  readonly adjusted_p: number;
}

/** A model's place in an order of models. */
export interface RankedModel {
  readonly model: string;
  readonly accuracy: MeasuredShare;
  /** The best rank that the pairs leave possible: 1 more than there are models that are better. */
  readonly best_rank: number;
  /** The worst one: the number of models without those that are worse. */
  readonly worst_rank: number;
}

/** An order of models that says which cannot be told apart. */
export interface ModelComparison {
  /** The most accurate first. */
  readonly ranks: readonly RankedModel[];
  /** Every pair once, in the order of `ranks`. */
  readonly pairs: readonly ModelPair[];
}

/**
 * Compares models on a sample of items. A model is better than another if Holm's procedure over all pairs rejects, at 5 %, that
 * both are as often right (McNemar's exact test on the items that both predicted). Models with the same range of ranks
 * cannot be told apart. All ranges hold together with 95 % at least if all models predicted the same items.
 *
 * Sources: McNemar, Psychometrika 12 (1947), with the binomial distribution of the discordant items; ranges of ranks as in
 * Klein, Wright and Wieczorek, "A joint confidence region for an overall ranking of populations", JRSS C 69 (2020).
 */
export function compareModels(results: readonly ModelResults[]): ModelComparison {
  const measured = results
    .map((one) => ({ ...one, accuracy: accuracyOf(one) }))
    .sort((a, b) => (b.accuracy.share ?? -1) - (a.accuracy.share ?? -1) || (a.model < b.model ? -1 : 1));
  const found = measured.flatMap((first, place) =>
    measured.slice(place + 1).map((second) => mcnemar(first, second)),
  );
  const adjusted = holmAdjusted(found.map(({ p }) => p));
  const pairs = found.map((pair, place) => ({ ...pair, adjusted_p: adjusted[place] ?? 1 }));
  const won = pairs.filter(({ adjusted_p }) => adjusted_p <= ALPHA).map(winnerFirst);
  const ranks = measured.map(({ model, accuracy }) => ({
    ...{ model, accuracy },
    best_rank: 1 + won.filter(([, loser]) => loser === model).length,
    worst_rank: measured.length - won.filter(([winner]) => winner === model).length,
  }));
  return { ranks, pairs };
}

function accuracyOf({ right }: ModelResults): MeasuredShare {
  const known = right.filter((one) => one !== null);
  return measuredShare(known.length, known.filter(Boolean).length);
}

function mcnemar(first: ModelResults, second: ModelResults): Omit<ModelPair, "adjusted_p"> {
  let [items, only_first, only_second] = [0, 0, 0];
  for (const [place, one] of first.right.entries()) {
    const other = second.right[place] ?? null;
    if (one === null || other === null) continue;
    items += 1;
    if (one && !other) only_first += 1;
    if (other && !one) only_second += 1;
  }
  const tail = binomialTail(Math.min(only_first, only_second), only_first + only_second, 0.5);
  return { models: [first.model, second.model], items, only_first, only_second, p: Math.min(1, 2 * tail) };
}

function winnerFirst({ models: [first, second], only_first, only_second }: ModelPair): [string, string] {
  return only_first > only_second ? [first, second] : [second, first];
}
