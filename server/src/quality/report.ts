import { toleranceOf } from "@assay/domain/certification/policy.ts";
import { toBatch } from "../batches/schemas.ts";
import { type BatchRecord, getBatch } from "../batches/store.ts";
import type { Config } from "../config.ts";
import { getGuidelines, typeOf } from "../guidelines/guidelines.ts";
import { judgingRules, readJudgedNames } from "../guidelines/judging-rules.ts";
import { countOtherBatches } from "../ledger/other-batches.ts";
import { type Db, inSnapshot } from "../platform/database/db.ts";
import { preferIndexes } from "../platform/database/planner.ts";
import { reportAnnotators } from "./annotators.ts";
import { measureAgreement } from "./disagreement.ts";
import { measureFields } from "./fields.ts";
import { countGold, readAuditedAnswers, readAuditedLabels, readGoldAnswers, readSpeeds } from "./known.ts";
import { agreementByLabel, countConfusion, countLabels } from "./labels.ts";
import { reportModels } from "./models.ts";
import { neededFor, readInProgress } from "./needed.ts";
import { readPredicted } from "./predicted.ts";
import { readSample } from "./sample.ts";
import { LEAST_ITEMS, type Quality } from "./schemas.ts";
import { reportSlices } from "./slices.ts";

/**
 * The quality of a batch so far, at a cost independent of its size: a large batch is read by a sample. Throws
 * `not_found`.
 */
export async function reportQuality(
  db: Db,
  config: Config,
  account_id: string,
  id: string,
): Promise<Quality> {
  const { batch, sample, ...known } = await readAll(db, account_id, id);
  const { items } = sample;
  const type = typeOf(batch);
  const tolerance = toleranceOf(batch.policy);
  const { annotator_pairs, ...agreement } = await measureAgreement(type, tolerance, sample);
  const {
    status,
    round,
    quality_score,
    certification_level,
    required_level,
    required_quality_score,
    ...shown
  } = toBatch(config, batch);
  return {
    batch_id: batch.id,
    ...{ status, round, quality_score, certification_level, required_level, required_quality_score },
    sentence: shown.sentence,
    looks: batch.looks.filter(({ round: judged }) => batch.audit === null || judged !== batch.round),
    audit: shown.audit,
    needed: neededFor(batch, known.inProgress),
    slices: known.slices,
    other_batches: known.otherBatches,
    sample: { items: items.length, of: batch.item_count - batch.excluded },
    agreement: {
      ...agreement,
      has_enough_items: agreement.items >= LEAST_ITEMS,
      by_label: await agreementByLabel(type, items),
      annotator_pairs: annotator_pairs.map(({ annotators, ...pair }) => ({
        ...{ member_ids: [...annotators], ...pair },
      })),
    },
    fields: await measureFields(type, known.fields, items),
    labels: await countLabels(type, items, known.auditedLabels),
    annotators: await reportAnnotators(type, tolerance, items, known),
    models: await reportModels(
      { type, tolerance, fields: known.fields, scored: batch.policy.scored_fields ?? [] },
      known.predicted,
    ),
    ...(await countConfusion(type, items)),
  };
}

/** The data of the report, from one snapshot. */
async function readAll(db: Db, account_id: string, id: string) {
  return inSnapshot(db, async (tx) => {
    await preferIndexes(tx);
    const batch: BatchRecord = await getBatch(tx, account_id, id);
    // Until the verdict nobody sees how many labels were wrong: they could give up an audit that goes badly.
    const isOpen = batch.audit !== null;
    const { guideline_version } = await judgingRules(tx, batch);
    const present = await readJudgedNames(tx, batch);
    return {
      batch,
      fields: (await getGuidelines(tx, batch, guideline_version)).fields,
      sample: await readSample(tx, batch, present),
      gold: await readGoldAnswers(tx, batch, present),
      goldCounts: await countGold(tx, batch),
      speeds: await readSpeeds(tx, batch),
      audited: isOpen ? [] : await readAuditedAnswers(tx, batch, present),
      auditedLabels: isOpen ? [] : await readAuditedLabels(tx, batch, present),
      predicted: await readPredicted(tx, batch, { present, withAudits: !isOpen }),
      slices: await reportSlices(tx, batch),
      inProgress: await readInProgress(tx, batch),
      otherBatches: await countOtherBatches(tx, batch),
    };
  });
}
