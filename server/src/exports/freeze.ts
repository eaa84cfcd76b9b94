import { toleranceOf } from "@assay/domain/certification/policy.ts";
import { only } from "@assay/domain/formats/accepted.ts";
import { sql } from "kysely";
import { batchesOf } from "../batches/certifying.ts";
import type { BatchRow } from "../batches/store.ts";
import type { NewArtefact } from "../certificates/artefacts.ts";
import { listAuditors } from "../certificates/auditors.ts";
import {
  countAuditedAnswers,
  countCopiedAnswers,
  countModelAnswers,
  countOrigins,
  countSkippedAudits,
  listAutoAccepts,
  listGuidelineVersions,
  readGroupSizes,
} from "../certificates/coverage.ts";
import { certificationOf, newCertificate } from "../certificates/issue.ts";
import {
  findSuperseded,
  type Judgment,
  predicateOf,
  readCertifiedVersion,
} from "../certificates/predicate.ts";
import type { Deps } from "../deps.ts";
import { sampleOf } from "../draws/evidence.ts";
import { findDraw } from "../draws/store.ts";
import { getGuidelines, typeOf } from "../guidelines/guidelines.ts";
import { judgingRules, readJudgedNames } from "../guidelines/judging-rules.ts";
import { listEarlierAudits } from "../ledger/earlier.ts";
import { countOtherBatches } from "../ledger/other-batches.ts";
import type { StagedBlob } from "../platform/blobs/blobs.ts";
import { copySnapshot } from "../platform/database/copy.ts";
import type { Tx } from "../platform/database/db.ts";
import type { NewRow } from "../platform/database/tables.ts";
import { getAnnotationType, getFormat } from "../projects/settings.ts";
import { getProject } from "../projects/store.ts";
import { measureAgreement } from "../quality/disagreement.ts";
import { readAuditedLabels } from "../quality/known.ts";
import { readSample } from "../quality/sample.ts";
import { auditCsv } from "./file/audit-csv.ts";
import { buildFile } from "./file/build-file.ts";
import { aboutText, type Dataset } from "./file/dataset.ts";
import { lossOf } from "./file/loss.ts";
import { readAnnotators } from "./file/records.ts";
import { type Taken, takeDataset } from "./file/snapshot.ts";
import { stageGenerated } from "./file/source.ts";
import { chooseVariant, fileOf, variantName } from "./file/variants.ts";
import { stagePopulation } from "./population.ts";

/** The staged dataset of a batch to be certified. */
export interface Frozen {
  readonly artefacts: readonly NewArtefact[];
  /**
   * The variant of the project's own format if that is a bundle; null otherwise. It is built after the certificate,
   * because it contains the proof that the log has the certificate.
   */
  readonly bundle: string | null;
  readonly certificate: NewRow<"certificates">;
}

/**
 * Stages the files of a batch to be certified, and signs its certificate: `dataset.jsonl` with the
 * corrections of its audit delivered, `audit.csv`, `loss.json`, `about.json` and the project's own format if that is
 * one file, which is made from the frozen records alone. The same batch gives the same bytes, except `certified_at` in
 * `about.json` and the signed statement. The certifying transaction keeps the files with `insertArtefacts`;
 * if it does not get that far, the caller discards them.
 */
export async function freezeDataset(deps: Deps, judgment: Judgment, certified_at: Date): Promise<Frozen> {
  const { blobs } = deps;
  const { batch } = judgment;
  const { taken, audit, population, format, facts } = await take(deps, judgment);
  const certification = await certificationOf(deps, predicateOf(judgment, facts, certified_at));
  const context = { certified: true, project: taken.project, categories: taken.categories };
  const origin = { batch_id: batch.id, revision: batch.revision, certified_at };
  const about = await stageGenerated(blobs, only(aboutText(origin, context)));
  const loss = await stageGenerated(blobs, only(await lossOf(format, taken.project, taken.records)));
  const files = [
    fileAs("dataset.jsonl", taken.records, `${batch.id}.jsonl`, "application/x-ndjson"),
    fileAs("audit.csv", audit, `${batch.id}.audit.csv`, "text/csv; charset=utf-8"),
    fileAs("about.json", about, `${batch.id}.about.json`, "application/json"),
    fileAs("loss.json", loss, `${batch.id}.loss.json`, "application/json"),
  ];
  if (population !== null)
    files.push(
      fileAs("population.jsonl", population, `${batch.id}.population.jsonl`, "application/x-ndjson"),
    );
  const certificate = newCertificate(batch, certification, [
    { path: "dataset.jsonl", sha256: taken.records.sha256 },
    { path: "audit.csv", sha256: audit.sha256 },
    ...(population === null ? [] : [{ path: "population.jsonl", sha256: population.sha256 }]),
    { path: "loss.json", sha256: loss.sha256 },
  ]);
  const own = chooseVariant(format, { bundle: false, media: false });
  const name = variantName(own);
  if (!own.zipped && name !== "dataset.jsonl") {
    const records = taken.records;
    const dataset: Dataset = { context, records, beside: [], note: null, certification: null };
    const { filename, media_type } = fileOf(own, batch.id);
    files.push(fileAs(name, await buildFile(deps, batch.account_id, dataset, own), filename, media_type));
  }
  const { id: batch_id, account_id, revision } = batch;
  const artefacts = files.map((file) => ({
    ...file,
    account_id,
    batch_id,
    revision,
    created_at: certified_at,
  }));
  return { artefacts, bundle: own.zipped ? name : null, certificate };
}

async function take(deps: Deps, { batch }: Judgment) {
  const type = getAnnotationType(batch.canonical_type);
  const format = getFormat(batch.export_format, type);
  const draw = await findDraw(deps.db, { ...batch, batch_id: batch.id });
  const drawn = draw === undefined ? null : await sampleOf(deps, draw);
  const { sample, ...read } = await copySnapshot(deps.pool, async (tx, copyOut) => {
    const rules = await judgingRules(tx, batch);
    // not the options of the batch's policy: answers may have points that were added since the batch was created
    const { labels, type_options } = await getGuidelines(tx, batch, rules.guideline_version);
    const project = { ...(await getProject(tx, batch.account_id, batch.project_id)), labels, type_options };
    const present = await readJudgedNames(tx, batch);
    const { account_id } = batch;
    const taking = { project, type };
    const reading = { account_id, batch_ids: [batch.id], answers: true, corrected: true, present };
    return {
      project,
      population:
        draw == null || drawn === null ? null : await stagePopulation(deps, tx, copyOut, { draw, type }),
      taken: await withCopiedAnswers(tx, batch, await takeDataset(deps, tx, copyOut, taking, reading)),
      audit: await stageGenerated(deps.blobs, auditCsv(tx, batch, present)),
      audited: await readAuditedLabels(tx, batch, present),
      sample: await readSample(tx, batch, present),
      rules,
      auditors: await listAuditors(tx, batch),
      auditedAnswers: await readAuditedAnswers(tx, batch),
      origins: await countOrigins(tx, batch),
      autoAccepts: await listAutoAccepts(tx, batch),
      modelAnswers: await countModelAnswers(tx, batch),
      groups: await readGroupSizes(tx, batch),
      skippedAudits: await countSkippedAudits(tx, batch),
      guideline_versions: await listGuidelineVersions(tx, batch),
      earlier: await listEarlierAudits(tx, batch),
      otherBatches: await countOtherBatches(tx, batch),
      supersedes: await findSuperseded(tx, batch),
      certified: await readCertifiedVersion(tx, batch),
    };
  });
  // The type with the batch's own options, which determine the distance, as in the batch's report.
  const agreement = await measureAgreement(typeOf(batch), toleranceOf(read.rules.policy), sample);
  const { population, ...facts } = { ...read, agreement, labelsOf: type.labels, sample: drawn };
  return { format, taken: read.taken, audit: read.audit, population, facts };
}

/** The records of a batch that certifies a version have no answers; those to the items that were copied count. */
async function withCopiedAnswers(tx: Tx, batch: BatchRow, taken: Taken): Promise<Taken> {
  if (batch.dataset_id === null) return taken;
  const pseudonyms = await readPseudonyms(tx, batch);
  const counts = await countCopiedAnswers(tx, batch);
  const annotators = new Map(
    [...counts].map(([member_id, answers]) => [pseudonyms.get(member_id) ?? "annotator", answers]),
  );
  return { ...taken, annotators };
}

/** Of those who answered in the batch, or in the batches that its items come from. */
async function readPseudonyms(tx: Tx, batch: BatchRow): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ ids: readonly string[] }>`select ${batchesOf(batch)} as ids`.execute(tx);
  return readAnnotators(tx, batch.account_id, rows[0]?.ids ?? []);
}

/** The audits of each annotator's items, by the pseudonyms of `dataset.jsonl`. */
async function readAuditedAnswers(tx: Tx, batch: BatchRow) {
  const pseudonyms = await readPseudonyms(tx, batch);
  const rows = await countAuditedAnswers(tx, batch);
  return new Map(
    rows.map(({ member_id, ...counts }) => [pseudonyms.get(member_id) ?? "annotator", counts] as const),
  );
}

function fileAs(variant: string, staged: StagedBlob, filename: string, media_type: string) {
  return { variant, staged, filename, media_type };
}
