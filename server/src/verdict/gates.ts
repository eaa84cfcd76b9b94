import { toleranceOf } from "@assay/domain/certification/policy.ts";
import type { Gates, Reason } from "@assay/domain/certification/reasons.ts";
import { countRecall, type JudgedLabels, recallReasons } from "@assay/domain/certification/recall.ts";
import { type GoldRecord, spamReasons } from "@assay/domain/certification/spam.ts";
import { sql } from "kysely";
import { batchesOf } from "../batches/certifying.ts";
import type { BatchRow } from "../batches/store.ts";
import { getGuidelines, typeOf } from "../guidelines/guidelines.ts";
import { judgingRules, readJudgedNames } from "../guidelines/judging-rules.ts";
import type { Tx } from "../platform/database/db.ts";
import { createPause } from "../platform/pause.ts";
import { measureAgreement } from "../quality/disagreement.ts";
import { countGold } from "../quality/known.ts";
import { readSample } from "../quality/sample.ts";
import { SLICES_ONLY } from "../queue/audits.ts";
import { countProgress } from "../queue/progress.ts";
import { RESPONSES } from "../queue/store.ts";

/**
 * The findings that fail a completed batch whatever an audit may find. Known answers that are added later could change
 * them, so they are read once per round, before its labels are fixed for the draw: nobody can fail a round without an
 * audit once its sample is determined.
 */
export async function readGates(tx: Tx, batch: BatchRow): Promise<Gates> {
  const { accepted, excluded } = await countProgress(tx, batch);
  return {
    excluded,
    maxExcludedShare: batch.policy.max_excluded_share,
    missingAnswers: batch.item_count - accepted - excluded,
    invalidResults: await countInvalid(tx, batch),
    agreement: await readAgreement(tx, batch),
    found: await findSpam(tx, batch),
  };
}

/**
 * Accepted results that are invalid for their type or item under the options of the batch and of the guidelines it is judged
 * by: keypoints may have been added meanwhile. A label may have been retired since.
 */
async function countInvalid(tx: Tx, batch: BatchRow): Promise<number> {
  const { guideline_version } = await judgingRules(tx, batch);
  const { type_options } = await getGuidelines(tx, batch, guideline_version);
  const type = typeOf(batch);
  const types = [type, type.configured(type_options)];
  const pause = createPause();
  const rows = tx
    .selectFrom("items")
    .leftJoin("file_lines", (join) =>
      join
        .onRef("file_lines.account_id", "=", "items.account_id")
        .onRef("file_lines.file_id", "=", "items.file_id")
        .on("file_lines.line", "=", sql<number>`coalesce(items.line, 0)`),
    )
    .leftJoin("files", (join) =>
      join
        .onRef("files.account_id", "=", "items.account_id")
        .on("files.id", "=", sql<string>`coalesce(file_lines.media_file_id, items.file_id)`),
    )
    .select(["items.result", "file_lines.text", "files.width", "files.height", "files.duration"])
    .select([sql<string[] | null>`${RESPONSES}`.as("responses")])
    .where("items.account_id", "=", batch.account_id)
    .where("items.batch_id", "=", batch.id)
    .where("items.status", "=", "accepted")
    .stream(1_000);
  let invalid = 0;
  for await (const { result, ...facts } of rows) {
    if (types.every((each) => each.validate(result, facts, null).length > 0)) invalid += 1;
    await pause();
  }
  return invalid;
}

async function readAgreement(tx: Tx, batch: BatchRow): Promise<NonNullable<Gates["agreement"]> | null> {
  const sample = await readSample(tx, batch, await readJudgedNames(tx, batch));
  const { items, alpha_high } = await measureAgreement(typeOf(batch), toleranceOf(batch.policy), sample);
  return alpha_high === null ? null : { alphaUpper: alpha_high, items };
}

async function findSpam(tx: Tx, batch: BatchRow): Promise<Reason[]> {
  const { max_spam_share } = batch.policy;
  if (max_spam_share === null) return [];
  const gold = new Map((await countGold(tx, batch)).map((count) => [count.member_id, count]));
  const { rows } = await sql<{ member_id: string; answers: number }>`
    select member_id, count(*)::integer as answers
    from annotations
    join items on items.account_id = annotations.account_id and items.id = item_id and items.round = annotations.round
    where annotations.account_id = ${batch.account_id} and annotations.batch_id = any(${batchesOf(batch)}) and kind = 'annotate' and superseded_at is null
    group by member_id`.execute(tx);
  const annotators: GoldRecord[] = rows.map(({ member_id, answers }) => ({
    answers,
    goldAnswered: gold.get(member_id)?.answered ?? 0,
    goldRight: gold.get(member_id)?.right ?? 0,
  }));
  return spamReasons(annotators, { maxShare: max_spam_share, chance: await chanceOf(tx, batch) });
}

/** The accuracy of guessing: one of the project's labels, if results are single labels. */
async function chanceOf(tx: Tx, batch: BatchRow): Promise<number> {
  if (typeOf(batch).labelOf === null) return 0;
  const { labels } = await judgingRules(tx, batch);
  const offered = labels.filter(({ retired }) => !retired).length;
  return offered === 0 ? 0 : 1 / offered;
}

/** Labels that the current round's audit shows to be missed too often. */
export async function findMissedLabels(tx: Tx, batch: BatchRow): Promise<Reason[]> {
  const { label_floor } = batch.policy;
  if (label_floor === null) return [];
  const type = typeOf(batch);
  const present = await readJudgedNames(tx, batch);
  const { rows } = await sql<AuditedRow>`
    select judged, items.guideline_version as judged_version, corrected,
      annotations.guideline_version as corrected_version
    from audits join items on items.account_id = ${batch.account_id} and items.id = audits.item_id
    left join annotations on annotations.account_id = ${batch.account_id} and annotations.id = audits.annotation_id
    where audits.account_id = ${batch.account_id} and audits.batch_id = ${batch.id} and audits.round = ${batch.round}
      and look > ${SLICES_ONLY} and (acceptable or corrected is not null)`.execute(tx);
  const judged = rows.map((row): JudgedLabels => {
    const delivered = type.labels(present(row.judged, row.judged_version));
    const isChanged = row.corrected !== null;
    const truth = isChanged ? type.labels(present(row.corrected, row.corrected_version)) : delivered;
    return { delivered, truth };
  });
  return recallReasons(countRecall(judged), label_floor);
}

interface AuditedRow {
  readonly judged: unknown;
  readonly judged_version: number | null;
  readonly corrected: unknown;
  readonly corrected_version: number | null;
}
