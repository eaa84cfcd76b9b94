import { type AnsweredLabel, beliefsIn } from "./belief.ts";
import { neighborDisagreement } from "./neighbors.ts";

/** How much each kind of evidence counts; those that an item lacks are left out. */
const WEIGHTS = { answers: 2, models: 2, neighbors: 1 };
/** What counts as the score where a model gave none. */
const UNKNOWN_SCORE = 0.5;
/** The mean of many equal scores is not exactly that score. */
const ROUNDING = 1e-9;

/** An accepted label, and what there is beside it. */
export interface AcceptedLabel {
  /** The delivered label. */
  readonly label: string;
  /** The share of people who would give the delivered label, 0 to 1, as their answers let expect; null if nobody answered. */
  readonly posterior: number | null;
  /** These answers, for types whose results are labels; absent for others. */
  readonly answers?: AnsweredLabel["answers"];
  /**
   * What each model gave, in the same order for all items; null if it did not predict the item. A model must not have learned
   * from the item's own label, otherwise it repeats the error. Scores from 0 to 1, null if there is none.
   */
  readonly predictions: readonly ({ readonly label: string; readonly score: number | null } | null)[];
  /** An embedding of the content, of the same length for all items; null if there is none. */
  readonly vector: ArrayLike<number> | null;
}

/** How likely a label is wrong, for an order of review. Not a probability: the numbers are not calibrated. */
export interface Suspicion {
  /** 0 to 1: the weighted mean of the others; 0 if there is no evidence. */
  readonly suspicion: number;
  /** 1 − the posterior, or 1 − the mean of it and of `beliefsIn`; null if nobody answered. */
  readonly answers: number | null;
  /** The mean over models; above 0.5 for a model with another label, more so if it is sure. Null without predictions. */
  readonly models: number | null;
  /** The share of the nearest items that have another label; null without vectors. */
  readonly neighbors: number | null;
}

/**
 * The suspicion of each accepted label, in the order given.
 *
 * A model with another label counts as (1 + s)/2, one with the same label as (1 − s)/2, where s is its score. As in confident
 * learning, each model and label has a threshold of its own, the mean score of the items on which it agrees with the delivered label: a
 * disagreement with a lower score counts with half of it. `neighborDisagreement` says which items are near.
 *
 * Throws a RangeError for a posterior or score outside 0 to 1, and for vectors of different lengths.
 *
 * Source: Northcutt, Jiang and Chuang, "Confident learning: estimating uncertainty in dataset labels", JAIR 70 (2021); the
 * weights were chosen on handwritten digits with errors, see docs/models.md.
 */
export function suspicionsOf(items: readonly AcceptedLabel[]): Suspicion[] {
  const models = Math.max(0, ...new Set(items.map(({ predictions }) => predictions.length)));
  const thresholds = Array.from({ length: models }, (_, model) => thresholdsOf(items, model));
  const neighbors = neighborDisagreement(items);
  const beliefs = beliefsIn(items.map(({ label, answers = [] }) => ({ label, answers })));
  return items.map((item, place) => {
    const answers = item.posterior === null ? null : 1 - posteriorOf(item.posterior, beliefs[place] ?? null);
    const byModel = item.predictions.flatMap((prediction, model) => {
      if (prediction === null) return [];
      const s = prediction.score ?? UNKNOWN_SCORE;
      if (prediction.label === item.label) return [(1 - s) / 2];
      const isSure = s >= (thresholds[model]?.get(prediction.label) ?? 0) - ROUNDING;
      return [(1 + (isSure ? s : s / 2)) / 2];
    });
    const byModels =
      byModel.length === 0 ? null : byModel.reduce((sum, one) => sum + one, 0) / byModel.length;
    const parts = { answers, models: byModels, neighbors: neighbors[place] ?? null };
    return { suspicion: weightedMean(parts), ...parts };
  });
}

/** The mean finds more errors than either: a share does not know who errs, and a belief is soon near 1. */
function posteriorOf(share: number, belief: number | null): number {
  return belief === null ? checked(share, "posterior") : (checked(share, "posterior") + belief) / 2;
}

/** The mean score of a model by label, over the items on which it agrees. */
function thresholdsOf(items: readonly AcceptedLabel[], model: number): Map<string, number> {
  const sums = new Map<string, { score: number; items: number }>();
  for (const { label, predictions } of items) {
    const prediction = predictions[model] ?? null;
    if (prediction === null) continue;
    const score = checked(prediction.score ?? UNKNOWN_SCORE, "score");
    if (prediction.label !== label) continue;
    const sum = sums.get(label) ?? { score: 0, items: 0 };
    sums.set(label, { score: sum.score + score, items: sum.items + 1 });
  }
  return new Map([...sums].map(([label, sum]) => [label, sum.score / sum.items]));
}

function weightedMean(parts: Readonly<Record<keyof typeof WEIGHTS, number | null>>): number {
  let [sum, weights] = [0, 0];
  for (const kind of ["answers", "models", "neighbors"] as const) {
    const part = parts[kind];
    if (part === null) continue;
    sum += WEIGHTS[kind] * part;
    weights += WEIGHTS[kind];
  }
  return weights === 0 ? 0 : sum / weights;
}

function checked(value: number, name: string): number {
  if (value >= 0 && value <= 1) return value;
  throw new RangeError(`a ${name} must be from 0 to 1 (got ${value})`);
}
