import type { AnsweredLabel } from "./belief.ts";

/** No source counts less than this: one at chance level still decides where there is no other. */
const LEAST = 0.01;

/** How far answers can be trusted. */
export interface AnswerReliability {
  /** The weight of each annotator's answers, above 0 and at most 1. */
  readonly weightOf: (annotator: string) => number;
  /** The share of all answers that give the delivered label; 1 without answers. */
  readonly agreement: number;
  /** The mean number of answers to an item that has some; 1 without answers. */
  readonly perItem: number;
}

/**
 * By how much a source that agrees on `agreement` of its items is better than one that always gives the most frequent label, which
 * would agree on `chance` of them: 1 for one that always agrees, 0.01 at least. 1 if there is only one label.
 */
export function aboveChance(agreement: number, chance: number): number {
  return chance >= 1 ? 1 : Math.max(LEAST, (agreement - chance) / (1 - chance));
}

/** The share of the most frequent of these labels; 1 if there are none. */
export function chanceOf(labels: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return labels.length === 0 ? 1 : Math.max(...new Set(counts.values())) / labels.length;
}

/**
 * Weighs annotators by how often they agree with the others who answered the same items, above chance. Each has one pair of answers with
 * the mean agreement of all counted in. Linear in the answers.
 *
 * Source: the weights of CROWDLAB, Goh, Tkachenko and Mueller, "CROWDLAB: supervised learning to infer consensus labels and quality scores
 * for data with multiple annotators" (2022), arXiv 2210.06812, section 3.
 */
export function measureAnswers(items: readonly AnsweredLabel[], chance: number): AnswerReliability {
  const pairsOf = new Map<string, { same: number; pairs: number }>();
  const all = { same: 0, pairs: 0, agreeing: 0, answers: 0, answered: 0 };
  for (const { label: delivered, answers } of items) {
    const counts = new Map<string, number>();
    for (const { label } of answers) counts.set(label, (counts.get(label) ?? 0) + 1);
    for (const { annotator, label } of answers) {
      const [same, pairs] = [(counts.get(label) ?? 1) - 1, answers.length - 1];
      const known = pairsOf.get(annotator) ?? { same: 0, pairs: 0 };
      pairsOf.set(annotator, { same: known.same + same, pairs: known.pairs + pairs });
      all.same += same;
      all.pairs += pairs;
    }
    all.agreeing += counts.get(delivered) ?? 0;
    all.answers += answers.length;
    all.answered += answers.length > 0 ? 1 : 0;
  }
  const mean = all.pairs === 0 ? 1 : all.same / all.pairs;
  return {
    weightOf(annotator) {
      const { same, pairs } = pairsOf.get(annotator) ?? { same: 0, pairs: 0 };
      return aboveChance((same + mean) / (pairs + 1), chance);
    },
    agreement: all.answers === 0 ? 1 : all.agreeing / all.answers,
    perItem: all.answered === 0 ? 1 : all.answers / all.answered,
  };
}
