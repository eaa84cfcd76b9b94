import { type MeasuredShare, measuredShare } from "./measured-share.ts";

const BINS = 10;

/** A tenth of the predictions, by score. */
export interface CalibrationBin {
  readonly mean_score: number;
  readonly accuracy: MeasuredShare;
}

/** How far scores can be read as chances to be right. */
export interface Calibration {
  /** From the lowest scores; fewer than ten if there are fewer different scores. */
  readonly bins: readonly CalibrationBin[];
  /** Expected calibration error: the mean distance of a bin's accuracy from its mean score, weighted by its items; 0 to 1. */
  readonly error: number;
}

/**
 * The calibration of scores over bins with equally many predictions. Equal scores share the bin of the first of them. Null
 * without scores, and if one lies outside 0 to 1. Even a perfectly calibrated model has an error above 0: about
 * 0.25/√(items of a bin).
 *
 * Source: Guo, Pleiss, Sun and Weinberger, "On calibration of modern neural networks", ICML 2017; equal counts as in Nguyen
 * and O'Connor, "Posterior calibration and exploratory analysis for NLP models", EMNLP 2015.
 */
export function calibrationOf(
  predictions: readonly { readonly score: number | null; readonly right: boolean }[],
): Calibration | null {
  const scored = predictions
    .flatMap(({ score, right }) => (score === null ? [] : [{ score, right }]))
    .sort((a, b) => a.score - b.score);
  if (scored.length === 0 || !scored.every(({ score }) => score >= 0 && score <= 1)) return null;
  const sums = Array.from({ length: BINS }, () => ({ items: 0, right: 0, score: 0 }));
  let first = 0;
  for (const [place, { score, right }] of scored.entries()) {
    if (score !== scored[first]?.score) first = place;
    const bin = sums[Math.floor((BINS * first) / scored.length)];
    if (bin === undefined) continue;
    bin.items += 1;
    bin.score += score;
    if (right) bin.right += 1;
  }
  const filled = sums.filter(({ items }) => items > 0);
  const distance = filled.reduce((sum, bin) => sum + Math.abs(bin.right - bin.score), 0);
  return {
    bins: filled.map(({ items, right, score }) => ({
      mean_score: score / items,
      accuracy: measuredShare(items, right),
    })),
    error: distance / scored.length,
  };
}
