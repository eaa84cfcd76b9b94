import { mostWrong } from "../certification/bound.ts";
import { mostFrequent } from "./judge.ts";
import { ALPHA } from "./measured-share.ts";

/** The share of a label in a whole batch, with the model's errors taken out. */
export interface CorrectedShare {
  readonly label: string;
  /** The share that the model gave the label to, 0 to 1. */
  readonly predicted: number;
  /** The estimated share of items whose right label it is, 0 to 1. */
  readonly share: number;
  /** 0 to 1. */
  readonly low: number;
  /** 0 to 1. */
  readonly high: number;
}

/** A part of the items, and those of them in the sample. */
export interface Stratum {
  readonly items: number;
  readonly sampled: number;
  /** Of the sampled ones. */
  readonly wrong: number;
}

/**
 * The share of each label among all items with a prediction: the model's own share, corrected by the errors found in a
 * uniform sample of them, in two strata: the items that got the label (some are wrong), and those that got another (some are
 * missed). `predicted` has the number of items by predicted label, in the whole batch. Only the `MOST_LABELS` most frequent
 * labels of either are returned.
 *
 * Each interval holds with 95 % by itself. In each stratum the number of errors has an exact hypergeometric interval; the
 * two are joined by MOVER: the distances from the estimate to the limits are added as squares. No theorem guarantees 95 %,
 * but with n = 50, 100 and 200, errors from 0.5 to 35 % in each stratum, and labels that 2 to 50 % of the items have, the
 * coverage computed from all outcomes is at least 0.954, because exact limits are cautious. Joined by Bonferroni they would be 35 % wider.
 * A stratum without a sample leaves everything possible in it.
 *
 * Throws a RangeError for more than 1,000,000 items, and if the sample has more items of a stratum than there are.
 *
 * Sources: Angelopoulos, Bates, Fannjiang, Jordan and Zrnic, "Prediction-powered inference", Science 382 (2023), whose estimate
 * this is within strata (Fisch et al., arXiv 2406.04291, 2024); Zou and Donner, "Construction of confidence limits about effect
 * measures", Statistics in Medicine 27 (2008), for MOVER.
 */
export function correctedShares(
  predicted: ReadonlyMap<string, number>,
  sample: readonly { readonly delivered: string; readonly predicted: string }[],
): CorrectedShare[] {
  const total = [...predicted.values()].reduce((sum, items) => sum + items, 0);
  const [given, delivered, both] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  const add = (counts: Map<string, number>, label: string) => counts.set(label, (counts.get(label) ?? 0) + 1);
  for (const one of sample) {
    add(given, one.predicted);
    add(delivered, one.delivered);
    if (one.predicted === one.delivered) add(both, one.predicted);
  }
  return mostFrequent([predicted, delivered]).map((label) => {
    const items = predicted.get(label) ?? 0;
    const sampled = given.get(label) ?? 0;
    const hits = both.get(label) ?? 0;
    const got = { items, sampled, wrong: sampled - hits };
    const missed = (delivered.get(label) ?? 0) - hits;
    const others = { items: total - items, sampled: sample.length - sampled, wrong: missed };
    return { label, predicted: items / total, ...correctedShare(got, others) };
  });
}

/** The estimate and its interval for the items that got the label and the others, as in `correctedShares`. */
export function correctedShare(
  got: Stratum,
  others: Stratum,
): Pick<CorrectedShare, "share" | "low" | "high"> {
  const [over, under] = [errorsOf(got), errorsOf(others)];
  const total = got.items + others.items;
  const count = got.items - over.estimate + under.estimate;
  const low = count - Math.hypot(over.high - over.estimate, under.estimate - under.low);
  const high = count + Math.hypot(over.estimate - over.low, under.high - under.estimate);
  return { share: count / total, low: Math.max(0, low / total), high: Math.min(1, high / total) };
}

/** Errors in a stratum, with limits that each hold with 97.5 %. */
function errorsOf({ items, sampled, wrong }: Stratum) {
  return {
    estimate: sampled === 0 ? 0 : (items * wrong) / sampled,
    low: items - mostWrong(items, sampled, sampled - wrong, ALPHA / 2),
    high: mostWrong(items, sampled, wrong, ALPHA / 2),
  };
}
