import { join } from "node:path";
import type { CheckedPrediction } from "@assay/domain/models/threshold.ts";
import { readColumns } from "../../cli/src/answers-csv.ts";

/** Predictions of 1,797 handwritten digits by two classifiers; made by digits.py. */
const DIGITS = join(import.meta.dirname, "digits.csv");
const COLUMNS = ["logistic_score", "logistic_right", "bayes_score", "bayes_right"] as const;

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
