import { setImmediate } from "node:timers/promises";
import { toleranceOf } from "@assay/domain/certification/policy.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import { itemAcceptable } from "@assay/domain/field-agreement.ts";
import { anchoringOf } from "@assay/domain/models/anchoring.ts";
import { compareModels } from "@assay/domain/models/compare-models.ts";
import { correctedShares } from "@assay/domain/models/corrected-shares.ts";
import { type JudgedPrediction, judgeModel } from "@assay/domain/models/judge.ts";
import { getBatch } from "../batches/store.ts";
import { getGuidelines, typeOf } from "../guidelines/guidelines.ts";
import { judgingRules, readJudgedNames } from "../guidelines/judging-rules.ts";
import type { PresentNames } from "../guidelines/names.ts";
import { type Db, inSnapshot } from "../platform/database/db.ts";
import { preferIndexes } from "../platform/database/planner.ts";
import { createPause } from "../platform/pause.ts";
import { predictionKey } from "../queue/predictions.ts";
import { MOST_CELLS, MOST_KEYS, type ModelReport, type ModelsQuery } from "./schemas.ts";
import { countModels, type ModelCount, readSampled, type SampledItem } from "./store.ts";

type Rules = Parameters<typeof itemAcceptable>[0];

/** A prediction of a sampled item, judged. */
interface Judged extends JudgedPrediction {
  readonly item_id: string;
}

/**
 * Judges the models and LLMs that predicted items of a batch, by the items that audits and checks drew at random. Throws
 * `not_found`, and `invalid_request` for too many metadata keys.
 */
export async function reportModels(
  db: Db,
  account_id: string,
  id: string,
  { slices }: ModelsQuery,
): Promise<ModelReport> {
  const { batch, models, sampled, present, fields, guideline_version } = await readAll(db, account_id, id);
  const keys = slices === undefined ? (batch.policy.slices ?? []).map(({ key }) => key) : keysOf(slices);
  const type = typeOf(batch);
  const rules = {
    ...{ type, fields, scored: batch.policy.scored_fields ?? [] },
    tolerance: toleranceOf(batch.policy),
  };
  const judged = await judgeAll(rules, sampled, present, keys);
  const { ranks, pairs } = compareModels(
    models.map(({ key }) => ({ model: key, right: rightOf(judged.get(key) ?? [], sampled) })),
  );
  const byKey = new Map(models.map((model) => [model.key, model]));
  const nameOf = (key: string) => {
    const { model, version } = byKey.get(key) ?? missing(key);
    return { model, version };
  };
  const isVersion = batch.dataset_id !== null;
  const reports: ModelReport["models"] = [];
  for (const { model: key, best_rank, worst_rank } of ranks) {
    await setImmediate(); // intervals of many labels and slices take tenths of a second
    const model = byKey.get(key) ?? missing(key);
    const own = judged.get(key) ?? [];
    const { accuracy, labels, confusion, calibration, slices: parts } = judgeModel(own);
    reports.push({
      ...nameOf(key),
      prompt_versions: [...model.prompt_versions],
      predictions: model.predictions,
      accuracy,
      rank: { best: best_rank, worst: worst_rank },
      labels: [...labels],
      confusion: confusion.slice(0, MOST_CELLS),
      calibration: calibration && { ...calibration, bins: [...calibration.bins] },
      slices: [...parts],
      shares: isVersion ? [] : sharesOf(model, own, present),
    });
  }
  return {
    batch_id: batch.id,
    guideline_version,
    sample: {
      items: sampled.length,
      audited: sampled.filter(({ is_audited }) => is_audited).length,
      checked: sampled.filter(({ is_audited }) => !is_audited).length,
    },
    anchoring: anchoringIn(sampled, judged),
    models: reports,
    pairs: pairs.map(({ models: [first, second], ...pair }) => ({
      ...{ first: nameOf(first), second: nameOf(second) },
      ...pair,
    })),
  };
}

async function readAll(db: Db, account_id: string, id: string) {
  return inSnapshot(db, async (tx) => {
    const batch = await getBatch(tx, account_id, id);
    const { guideline_version } = await judgingRules(tx, batch);
    const present = await readJudgedNames(tx, batch);
    const { fields } = await getGuidelines(tx, batch, guideline_version);
    const models = await countModels(tx, batch, typeOf(batch).is_object_type);
    await preferIndexes(tx);
    const sampled = await readSampled(
      tx,
      batch,
      models.map(({ key }) => key),
    );
    return { batch, models, sampled, present, fields, guideline_version };
  });
}

function keysOf(text: string): string[] {
  const keys = [...new Set(text.split(",").map((key) => key.trim()))].filter((key) => key !== "");
  if (keys.length <= MOST_KEYS) return keys;
  throw new ServiceError("invalid_request", `slices has more than ${MOST_KEYS} keys`);
}

/** The judged predictions of each model, by its key. */
async function judgeAll(
  rules: Rules,
  sampled: readonly SampledItem[],
  present: PresentNames,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly Judged[]>> {
  const judged = new Map<string, Judged[]>();
  const pause = createPause();
  for (const { id, truth, is_refuted, predictions, metadata } of sampled) {
    const slices = Object.fromEntries(
      keys.map((key) => [key, Object.hasOwn(metadata, key) ? textOf(metadata[key]) : null]),
    );
    const delivered = { ...truth, result: present(truth.result, truth.guideline_version) };
    for (const { key, score, ...prediction } of predictions) {
      const predicted = { ...prediction, result: present(prediction.result, prediction.guideline_version) };
      await pause();
      const row = {
        item_id: id,
        // Where no label is known to be right, none is counted as right, so that no model looks better than it is.
        right: !is_refuted && itemAcceptable(rules, predicted, delivered),
        delivered: is_refuted ? null : labelOf(delivered.result),
        ...{ predicted: labelOf(predicted.result), score, slices },
      };
      const rows = judged.get(key);
      if (rows === undefined) judged.set(key, [row]);
      else rows.push(row);
    }
  }
  return judged;
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The label of a result that is one label; null for all others. */
function labelOf(result: unknown): string | null {
  const isLabel = typeof result === "object" && result !== null && "label" in result;
  return isLabel && typeof result.label === "string" ? result.label : null;
}

/** Compares the items whose prediction people saw with those where it was withheld; null if no item is of either kind. */
function anchoringIn(
  sampled: readonly SampledItem[],
  judged: ReadonlyMap<string, readonly Judged[]>,
): ModelReport["anchoring"] {
  const audited = sampled.flatMap(({ id, is_wrong, suggested }) =>
    is_wrong === null || suggested === null ? [] : [{ id, is_wrong, suggested }],
  );
  if (audited.length === 0) return null;
  const wrong = new Map(
    [...judged].map(([key, rows]) => [
      key,
      new Set(rows.filter(({ right }) => !right).map(({ item_id }) => item_id)),
    ]),
  );
  return anchoringOf(
    audited
      .filter(({ id, suggested }) => wrong.get(predictionKey(suggested))?.has(id))
      .map(({ is_wrong, suggested: { is_shown } }) => ({ is_wrong, is_shown })),
  );
}

function rightOf(judged: readonly Judged[], sampled: readonly SampledItem[]): (boolean | null)[] {
  const right = new Map(judged.map((row) => [row.item_id, row.right]));
  return sampled.map(({ id }) => right.get(id) ?? null);
}

function sharesOf(
  { labels }: ModelCount,
  judged: readonly Judged[],
  present: PresentNames,
): ModelReport["models"][number]["shares"] {
  const sample = judged.flatMap(({ delivered, predicted }) =>
    delivered === null || predicted === null ? [] : [{ delivered, predicted }],
  );
  const predicted = new Map<string, number>();
  for (const { label, guideline_version, count } of labels) {
    const name = labelOf(present({ label }, guideline_version)) ?? label; // as in the sample
    predicted.set(name, (predicted.get(name) ?? 0) + count);
  }
  return predicted.size === 0 ? [] : correctedShares(predicted, sample);
}

function missing(key: string): never {
  throw new Error(`the model ${key} is not in the report`);
}
