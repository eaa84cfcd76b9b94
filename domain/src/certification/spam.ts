import { clopperPearson, TOTAL_ALPHA } from "./bound.ts";
import type { Reason } from "./reasons.ts";
import { counted, written } from "./wording.ts";

/**
 * If the upper bound on an annotator's gold accuracy is less than this above chance, the annotator counts as
 * guessing.
 */
const ABOVE_CHANCE = 0.1;

/** One annotator's answers in a batch, and to gold. */
export interface GoldRecord {
  /** Answers that count towards labels. */
  readonly answers: number;
  readonly goldAnswered: number;
  /** Of the answers to gold, those that the known answer accepts. */
  readonly goldRight: number;
}

/** The upper Clopper–Pearson bound on the share of gold that an annotator answers right, 0 to 1, at α = .05; 1 without gold. */
export function goldUpperBound({ goldAnswered, goldRight }: GoldRecord): number {
  return 1 - clopperPearson(goldAnswered, goldRight, TOTAL_ALPHA);
}

interface SpamGate {
  /** 0 to 1; null = off. */
  readonly maxShare: number | null;
  /** The accuracy of guessing, 0 to 1: 1/K if an item has one of K labels, else 0. */
  readonly chance: number;
}

/** The reason if annotators who guess gave more than `maxShare` of the answers. */
export function spamReasons(annotators: readonly GoldRecord[], { maxShare, chance }: SpamGate): Reason[] {
  if (maxShare === null) return [];
  const guessing = annotators.filter((annotator) => goldUpperBound(annotator) < chance + ABOVE_CHANCE);
  const all = sum(annotators);
  const guessed = sum(guessing);
  // 0.29·100 is 28.999…: a share that equals the limit is not over it.
  if (guessed === 0 || guessed <= all * maxShare * (1 + 1e-9)) return [];
  const share = Math.ceil((100 * guessed) / all);
  const limit = Math.floor(maxShare * 1000 + 1e-6) / 10;
  return [
    {
      code: "spam",
      message: `${written(guessed)} of ${counted(all, "answer")} (${share} %) from ${counted(guessing.length, "annotator")} whose answers to gold are no better than guesses; the limit is ${limit} %.`,
      count: guessed,
    },
  ];
}

function sum(annotators: readonly GoldRecord[]): number {
  return annotators.reduce((total, { answers }) => total + answers, 0);
}
