import { exactInterval } from "@assay/domain/certification/bound.ts";
import { type AcceptanceRules, itemAcceptable, wrongParts } from "@assay/domain/field-agreement.ts";
import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import { createPause } from "../platform/pause.ts";
import { type ModelCost, type ModelSample, type PredictedItem, predictionName } from "./predicted.ts";

/** Models in a report. */
export const MOST_MODELS = 20;

/** How a model, or a version of it, does beside people. */
export interface ModelQuality {
  readonly model: string;
  readonly version: string | null;
  /** In the sample of items. */
  readonly predictions: number;
  /** How many of these count in the agreement. */
  readonly compared: number;
  /** Mean likeness to the labels of people, 0 to 1; null if none is compared. */
  readonly agreement_with_consensus: number | null;
  /** With the exact 95 % interval of the share of right ones, 0 to 1. */
  readonly gold: {
    readonly answered: number;
    readonly right: number;
    readonly low: number;
    readonly high: number;
  };
  readonly audited: { readonly answered: number; readonly right: number };
  readonly cost_per_prediction: number | null;
  readonly cost_per_right_label: number | null;
}

type Rules = Omit<AcceptanceRules, "type"> & { readonly type: AnnotationType };

/** The models with most predictions in the sample, at most `MOST_MODELS`. */
export async function reportModels(
  rules: Rules,
  { sampled, gold, audited, costs }: ModelSample,
): Promise<ModelQuality[]> {
  const predictions = Map.groupBy(sampled, ({ key }) => key);
  const byGold = await countRight(gold, (answer, known) => wrongParts(rules, answer, known).length === 0);
  const byAudits = await countRight(audited, (answer, right) => itemAcceptable(rules, answer, right));
  const price = new Map(costs.map((cost) => [cost.key, cost]));
  const keys = [...new Set([...predictions.keys(), ...byGold.keys(), ...byAudits.keys()])]
    .sort((a, b) => count(predictions, b) - count(predictions, a) || (a < b ? -1 : 1))
    .slice(0, MOST_MODELS);
  const reports: ModelQuality[] = [];
  for (const key of keys) {
    const own = predictions.get(key) ?? [];
    const [known, judged] = [byGold.get(key) ?? NONE, byAudits.get(key) ?? NONE];
    const cost_per_prediction = costOfOne(price.get(key), own);
    // Audited items are drawn at random, known answers are chosen.
    const { answered, right } = judged.answered > 0 ? judged : known;
    reports.push({
      ...predictionName(key),
      predictions: own.length,
      ...(await agreement(rules.type, own)),
      gold: { ...known, ...exactInterval(known.answered, known.answered - known.right) },
      audited: judged,
      cost_per_prediction,
      cost_per_right_label:
        cost_per_prediction === null || right === 0 ? null : (cost_per_prediction * answered) / right,
    });
  }
  return reports;
}

const NONE = { answered: 0, right: 0 };

function count(predictions: ReadonlyMap<string, readonly unknown[]>, key: string): number {
  return predictions.get(key)?.length ?? 0;
}

async function countRight(
  items: readonly PredictedItem[],
  isRight: (answer: PredictedItem["prediction"], right: NonNullable<PredictedItem["truth"]>) => boolean,
): Promise<ReadonlyMap<string, { readonly answered: number; readonly right: number }>> {
  const counts = new Map<string, { answered: number; right: number }>();
  const pause = createPause();
  for (const { key, prediction, truth } of items) {
    const of = counts.get(key) ?? { ...NONE };
    counts.set(key, of);
    of.answered += 1;
    // Where no label is known to be right, none is counted as right.
    of.right += truth !== null && isRight(prediction, truth) ? 1 : 0;
    await pause();
  }
  return counts;
}

async function agreement(type: AnnotationType, items: readonly PredictedItem[]) {
  const pause = createPause();
  let [compared, likeness] = [0, 0];
  for (const { prediction, truth } of items) {
    if (truth === null) continue;
    compared += 1;
    likeness += 1 - type.distance(prediction.result, truth.result);
    await pause();
  }
  return { compared, agreement_with_consensus: compared === 0 ? null : likeness / compared };
}

/** What runs spent for each prediction that they got; without runs that cost, the mean of what predictions say. Null if nothing is known. */
function costOfOne(runs: ModelCost | undefined, predictions: readonly PredictedItem[]): number | null {
  if (runs !== undefined) return runs.cost / runs.predicted;
  const told = predictions.flatMap(({ cost }) => cost ?? []);
  return told.length === 0 ? null : told.reduce((sum, cost) => sum + cost, 0) / told.length;
}
