import { type AnsweredLabel, beliefsIn } from "./belief.ts";
import {
  adjustShares,
  answered,
  type LabelShares,
  type PredictedLabel,
  preferenceForAnother,
  type Source,
  sharesOf,
} from "./label-shares.ts";
import { neighborDisagreement } from "./neighbors.ts";
import { type AnswerReliability, aboveChance, chanceOf, measureAnswers } from "./reliability.ts";

/** How much near items count beside people and models, which count 1. */
const NEIGHBORS = 0.5;

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
   * from the item's own label, otherwise it repeats the error.
   */
  readonly predictions: readonly (PredictedLabel | null)[];
  /** An embedding of the content, of the same length for all items; null if there is none. */
  readonly vector: ArrayLike<number> | null;
}

/** How likely a label is wrong, for an order of review. Not a probability: the numbers are not calibrated. */
export interface Suspicion {
  /** 0 to 1, by all evidence; 0 if there is none. */
  readonly suspicion: number;
  /** 1 − the posterior, or 1 − the mean of it and of `beliefsIn`; null if nobody answered. */
  readonly answers: number | null;
  /** How strongly models prefer another label: above 0.5 if one is likelier to them. Null without predictions. */
  readonly models: number | null;
  /** The share of the nearest items that have another label; null without vectors. */
  readonly neighbors: number | null;
}

/**
 * The suspicion of each accepted label, in the order given.
 *
 * Answers and models are pooled: each shares its belief among the labels, and counts as much as it agrees with others above
 * chance, an annotator with the other annotators, a model with the delivered labels, times the root of the mean number of answers. What counts is
 * how strongly the likeliest other label is preferred to the delivered one. Where there are only answers, it is their own suspicion. Near items
 * count half as much as that; `neighborDisagreement` says which they are.
 *
 * Throws a RangeError for a posterior or score outside 0 to 1, and for vectors of different lengths.
 *
 * Source of the weights: CROWDLAB, Goh, Tkachenko and Mueller (2022), arXiv 2210.06812, which takes 1 − the pooled share of the
 * delivered label instead. docs/models.md compares both.
 */
export function suspicionsOf(items: readonly AcceptedLabel[]): Suspicion[] {
  const labels = countLabels(items);
  const chance = chanceOf(items.map(({ label }) => label));
  const told = items.map(({ label, answers = [] }) => ({ label, answers }));
  const beliefs = beliefsIn(told);
  const people = measureAnswers(told, chance);
  const models = readModels(items, labels, chance, Math.sqrt(people.perItem));
  const neighbors = neighborDisagreement(items);
  return items.map((item, place) => {
    const answers = item.posterior === null ? null : 1 - posteriorOf(item.posterior, beliefs[place] ?? null);
    const byModels = models[place] ?? [];
    const preferred = (sources: readonly Source[]) => preferenceForAnother(sources, item.label, labels);
    const pooled =
      byModels.length === 0 ? answers : preferred([...byModels, ...answersOf(item, people, labels)]);
    const near = neighbors[place] ?? null;
    return { suspicion: joined(pooled, near), answers, models: preferred(byModels), neighbors: near };
  });
}

/** The number of different labels that anybody gave, 2 at least. */
function countLabels(items: readonly AcceptedLabel[]): number {
  const labels = new Set<string>();
  for (const { label, answers = [], predictions } of items) {
    labels.add(label);
    for (const answer of answers) labels.add(answer.label);
    for (const prediction of predictions) {
      if (prediction === null) continue;
      labels.add(prediction.label);
      for (const name of Object.keys(prediction.label_scores ?? {})) labels.add(name);
    }
  }
  return Math.max(2, labels.size);
}

/** What the models say about each item. */
function readModels(
  items: readonly AcceptedLabel[],
  labels: number,
  chance: number,
  factor: number,
): Source[][] {
  const sources: Source[][] = items.map(() => []);
  const count = Math.max(0, ...new Set(items.map(({ predictions }) => predictions.length)));
  const delivered = items.map(({ label }) => label);
  for (let model = 0; model < count; model += 1) {
    let [predicted, agreeing] = [0, 0];
    const shares = items.map(({ label, predictions }): LabelShares | null => {
      const prediction = predictions[model] ?? null;
      if (prediction === null) return null;
      predicted += 1;
      if (prediction.label === label) agreeing += 1;
      return sharesOf(prediction, labels);
    });
    const weight = factor * aboveChance(predicted === 0 ? 0 : agreeing / predicted, chance);
    for (const [item, adjusted] of adjustShares(shares, delivered, labels).entries()) {
      if (adjusted !== null) sources[item]?.push({ shares: adjusted, weight });
    }
  }
  return sources;
}

/** What people say about an item: each answer or, for types without labels, all of them together. */
function answersOf(item: AcceptedLabel, people: AnswerReliability, labels: number): Source[] {
  const { label, posterior, answers } = item;
  if (posterior === null) return [];
  if (answers === undefined) return [{ shares: answered(label, posterior, labels), weight: 1 }];
  return answers.map((answer) => ({
    shares: answered(answer.label, people.agreement, labels),
    weight: people.weightOf(answer.annotator),
  }));
}

/** The mean finds more errors than either: a share does not know who errs, and a belief is soon near 1. */
function posteriorOf(share: number, belief: number | null): number {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`a posterior must be from 0 to 1 (got ${share})`);
  return belief === null ? share : (share + belief) / 2;
}

function joined(pooled: number | null, near: number | null): number {
  if (pooled === null) return near ?? 0;
  return near === null ? pooled : (pooled + NEIGHBORS * near) / (1 + NEIGHBORS);
}
