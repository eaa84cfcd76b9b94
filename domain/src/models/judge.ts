import { type Calibration, calibrationOf } from "./calibration.ts";
import { type MeasuredShare, measuredShare } from "./measured-share.ts";
import { type SliceAccuracy, sliceAccuracies } from "./slice-accuracy.ts";

/** Labels that a report tells of: a project may have 10,000, each with intervals that take time. */
export const MOST_LABELS = 200;

/** A model's result for an item of a random sample (of the audit or of the check), beside the delivered one. */
export interface JudgedPrediction {
  /** Whether the model's result is acceptable beside the delivered one. */
  readonly right: boolean;
  /** The delivered label; null for results that are not one label, such as boxes. */
  readonly delivered: string | null;
  /** The model's label; null likewise. */
  readonly predicted: string | null;
  /** Null if the model gave none. */
  readonly score: number | null;
  /** Values of metadata keys; null or absent if the item has none. */
  readonly slices?: Readonly<Record<string, string | null>>;
}

/** How well a model finds one label. */
export interface LabelRates {
  readonly label: string;
  /** Of the items delivered with the label, those that the model gave it to (recall). */
  readonly sensitivity: MeasuredShare;
  /** Of the items delivered with another label, those that the model gave another one to. */
  readonly specificity: MeasuredShare;
}

/** Items with this pair of labels. */
export interface ConfusionCell {
  readonly delivered: string;
  readonly predicted: string;
  readonly items: number;
}

/** What a random sample says about one model. */
export interface ModelJudgment {
  readonly accuracy: MeasuredShare;
  /** The `MOST_LABELS` most frequent labels, in the order of their names; empty for results that are not one label. */
  readonly labels: readonly LabelRates[];
  /** The pairs that occur, the most frequent first. */
  readonly confusion: readonly ConfusionCell[];
  /** Null unless all scores that there are lie in 0 to 1. */
  readonly calibration: Calibration | null;
  readonly slices: readonly SliceAccuracy[];
}

/**
 * Judges a model by a uniform random sample of the items that it predicted. Each interval holds with 95 % by itself;
 * those of slices hold together.
 *
 * Throws a RangeError for more than 1,000,000 predictions.
 */
export function judgeModel(predictions: readonly JudgedPrediction[]): ModelJudgment {
  const right = predictions.reduce((sum, one) => sum + Number(one.right), 0);
  const confusion = confusionOf(predictions);
  return {
    accuracy: measuredShare(predictions.length, right),
    labels: labelRates(confusion),
    confusion,
    calibration: calibrationOf(predictions),
    slices: sliceAccuracies(predictions),
  };
}

function confusionOf(predictions: readonly JudgedPrediction[]): ConfusionCell[] {
  const rows = new Map<string, Map<string, number>>();
  for (const { delivered, predicted } of predictions) {
    if (delivered === null || predicted === null) continue;
    const row = rows.get(delivered) ?? new Map<string, number>();
    rows.set(delivered, row.set(predicted, (row.get(predicted) ?? 0) + 1));
  }
  return [...rows]
    .flatMap(([delivered, row]) => [...row].map(([predicted, items]) => ({ delivered, predicted, items })))
    .sort(
      (a, b) => b.items - a.items || byName(a.delivered, b.delivered) || byName(a.predicted, b.predicted),
    );
}

function labelRates(confusion: readonly ConfusionCell[]): LabelRates[] {
  const [delivered, predicted, both] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  const add = (counts: Map<string, number>, label: string, items: number) =>
    counts.set(label, (counts.get(label) ?? 0) + items);
  let total = 0;
  for (const cell of confusion) {
    total += cell.items;
    add(delivered, cell.delivered, cell.items);
    add(predicted, cell.predicted, cell.items);
    if (cell.delivered === cell.predicted) add(both, cell.delivered, cell.items);
  }
  return mostFrequent([delivered, predicted]).map((label) => {
    const positive = delivered.get(label) ?? 0;
    const hits = both.get(label) ?? 0;
    const negative = total - positive;
    const alarms = (predicted.get(label) ?? 0) - hits;
    return {
      label,
      sensitivity: measuredShare(positive, hits),
      specificity: measuredShare(negative, negative - alarms),
    };
  });
}

/** The labels with the greatest counts in any of the maps, `MOST_LABELS` at most, in the order of their names. */
export function mostFrequent(counts: readonly ReadonlyMap<string, number>[]): string[] {
  const greatest = new Map<string, number>();
  for (const [label, count] of counts.flatMap((one) => [...one]))
    greatest.set(label, Math.max(count, greatest.get(label) ?? 0));
  return [...greatest]
    .sort(([one, a], [other, b]) => b - a || byName(one, other))
    .slice(0, MOST_LABELS)
    .map(([label]) => label)
    .sort(byName);
}

function byName(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
