import { join } from "node:path";
import { parseArgs } from "node:util";
import { seededRandom } from "@assay/domain/agreement.ts";
import {
  type CheckedPrediction,
  candidateThresholds,
  type ThresholdGoal,
} from "@assay/domain/models/threshold.ts";
import { readColumns } from "../../cli/src/answers-csv.ts";

/** Predictions of 1,797 handwritten digits by two classifiers; made by digits.py. */
const DIGITS = join(import.meta.dirname, "digits.csv");
const COLUMNS = ["logistic_score", "logistic_right", "bayes_score", "bayes_right"] as const;

/** The share of over-claims at which a simulation fails: the guarantee is 5 %, the rest allows for random variation over 4,000 draws. */
export const MOST_OVER_CLAIMS = 0.055;
export const CONFIDENCE = 0.95;

/** The options of a simulation of thresholds. `check` is the size of the check sample. */
export function readOptions(): { readonly draws: number; readonly check: number; readonly seed: number } {
  const { values } = parseArgs({
    options: {
      draws: { type: "string", default: "4000" },
      check: { type: "string", default: "600" },
      seed: { type: "string", default: "1" },
    },
  });
  return { draws: Number(values.draws), check: Number(values.check), seed: Number(values.seed) };
}

/** A prediction whose truth is known. */
export interface KnownPrediction extends CheckedPrediction {
  readonly score: number;
}

/** Scores of real classifiers: logistic regression is well calibrated, naive Bayes is sure of 99 % and right on 78 %. */
export async function digitPredictions(): Promise<Record<"logistic" | "bayes", KnownPrediction[]>> {
  const found: Record<"logistic" | "bayes", KnownPrediction[]> = { logistic: [], bayes: [] };
  for await (const [score, right, other, isOtherRight] of readColumns(DIGITS, COLUMNS)) {
    found.logistic.push({ score: Number(score), right: right === "1" });
    found.bayes.push({ score: Number(other), right: isOtherRight === "1" });
  }
  return found;
}

/** A uniform sample without replacement, of `size` of the `items`. Source: the shuffle of Fisher and Yates. */
export function sampleOf<T>(items: readonly T[], size: number, random: () => number): T[] {
  const order = [...items];
  for (let place = 0; place < size; place += 1) {
    const other = place + Math.floor(random() * (order.length - place));
    const [one, two] = [order[place], order[other]];
    if (one !== undefined && two !== undefined) [order[place], order[other]] = [two, one];
  }
  return order.slice(0, size);
}

/** A kind of score of models. */
export type ScoreKind = "calibrated" | "overconfident" | "random" | "adversarial" | "edge";

/**
 * Predictions with each kind of score: those of two real classifiers (logistic: well calibrated; bayes: overconfident), the logistic
 * ones shuffled (random), with the surest half turned wrong (adversarial), and as unfavourable as can be for a check of `check`
 * items (edge: all sets of candidates have one wrong label more than `goal` allows).
 */
export function scoresOfKinds(
  { logistic, bayes }: Record<"logistic" | "bayes", KnownPrediction[]>,
  check: number,
  goal: ThresholdGoal,
): Record<ScoreKind, readonly KnownPrediction[]> {
  const scores = logistic.map(({ score }) => score);
  const shuffled = sampleOf(scores, scores.length, seededRandom(7));
  const median = scores.toSorted((a, b) => a - b)[scores.length >> 1] ?? 0;
  return {
    calibrated: logistic,
    overconfident: bayes,
    random: logistic.map((item, place) => ({ ...item, score: shuffled[place] ?? 0 })),
    adversarial: logistic.map((item) => (item.score > median ? { ...item, right: false } : item)),
    edge: edgeOf(logistic, check, goal),
  };
}

/** As many wrong labels at or above each candidate as are too many, and no more. */
function edgeOf(items: readonly KnownPrediction[], check: number, goal: ThresholdGoal): KnownPrediction[] {
  const falling = items.toSorted((a, b) => b.score - a.score);
  const candidates = candidateThresholds(
    items.map(({ score }) => score),
    check,
    goal,
  ).map(({ threshold }) => Number(threshold));
  const right = new Uint8Array(falling.length).fill(1);
  let wrong = 0;
  for (const least of candidates) {
    const above = falling.filter(({ score }) => score >= least).length;
    const tooMany = Math.floor(above * goal.max_wrong) + 1;
    right.fill(0, above - (tooMany - wrong), above);
    wrong = tooMany;
  }
  return falling.map(({ score }, place) => ({ score, right: right[place] === 1 }));
}
