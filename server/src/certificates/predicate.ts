import { type GroupSizes, limitsOf, type SkippedAudits } from "@assay/domain/certification/limits.ts";
import type { Certified } from "@assay/domain/certification/verdict.ts";
import manifest from "../../package.json" with { type: "json" };
import type { BatchRow } from "../batches/store.ts";
import type { Sample } from "../draws/sample.ts";
import { digestOfRules } from "../guidelines/judging-rules.ts";
import type { EarlierAudit } from "../ledger/earlier.ts";
import type { OtherBatches } from "../ledger/other-batches.ts";
import type { Independence } from "../platform/database/audit-tables.ts";
import type { Tx } from "../platform/database/db.ts";
import type { ConsensusVersion, JudgedLook, JudgingRules } from "../platform/database/work-tables.ts";
import { newId } from "../platform/ids.ts";
import type { ProjectRow } from "../projects/store.ts";
import type { Agreement } from "../quality/disagreement.ts";
import type { AuditedLabel } from "../quality/known.ts";
import type { Auditor } from "./auditors.ts";
import type { AutoAcceptFact, ModelAnswers, OriginRow } from "./coverage.ts";
import { findCertificate } from "./store.ts";

/** A certifying verdict, and the round that decided it. */
export interface Judgment {
  readonly batch: BatchRow;
  readonly verdict: Certified;
  readonly look: JudgedLook;
}

/** How often one label is delivered, and the audit results of the deciding round. */
export interface LabelRow {
  /** Null for all labels together that are not in the project's list. */
  readonly label: string | null;
  /** Items delivered with it. */
  readonly delivered: number;
  /** Audited labels of this name, and how many of them were not acceptable. */
  readonly audited: number;
  readonly wrong: number;
}

/** The work of one annotator, under a pseudonym. */
export interface AnnotatorRow {
  readonly annotator: string;
  readonly answers: number;
  /**
   * Audited items of the deciding round that they answered, and how many of the labels were not acceptable. Certificates
   * of earlier versions of the software lack both.
   */
  readonly audited?: number;
  readonly wrong?: number;
}

/** The public part of `ConsensusVersion`. */
export type ComputedLabels = Pick<
  ConsensusVersion,
  | ("version" | "round" | "method" | "reason" | "model_version")
  | ("items" | "answers" | "annotators" | "labels" | "known" | "changed")
>;

/** The version of a dataset whose items a batch has, and how many batches these come from. */
export interface CertifiedVersion {
  readonly dataset: string;
  readonly version: number;
  readonly sha256: string | null;
  readonly batches: number;
}

/** The content of a certificate, in the order in which it is signed. Counts are of items. */
export interface Predicate {
  readonly id: string;
  readonly batch: { readonly id: string; readonly items: number };
  /** The version of a dataset that the batch certifies, with the digest of the version's own `dataset.jsonl`; absent for all others. */
  readonly dataset_version?: CertifiedVersion;
  readonly project: { readonly id: string; readonly name: string; readonly annotation_type: string };
  readonly revision: number;
  readonly policy: BatchRow["policy"];
  /** The rules fixed at completion, with the SHA-256 of their canonical JSON; earlier certificates lack them. */
  readonly judging_rules?: { readonly sha256: string; readonly rules: JudgingRules };
  readonly score: number;
  readonly level: Certified["level"];
  readonly mode: JudgedLook["mode"];
  readonly independent: boolean;
  /** Absent without audits, and in certificates of earlier versions; as are `auditors`. */
  readonly independence?: Independence;
  /** Of the deciding round. */
  readonly auditors?: readonly Auditor[];
  readonly N: number;
  readonly n: number;
  readonly d: number;
  readonly alpha: number;
  /** Every audited round of the batch's life; the last one decided. */
  readonly looks: readonly JudgedLook[];
  /**
   * Batches that were audited before with some of the same items. Certificates of earlier versions of the
   * software lack this field and the next.
   */
  readonly earlier?: readonly EarlierAudit[];
  /** Rounds that these used on more than a tenth of the items; 0 = the first look had the whole 5 %. */
  readonly earlier_rounds?: number;
  readonly labels: readonly LabelRow[];
  /**
   * How the labels of all items were last computed together; null if each item was decided only by its own
   * answers. Certificates of earlier versions of the software lack this field.
   */
  readonly consensus?: ComputedLabels | null;
  /** Counted from all items, or in a large batch from a random sample. */
  readonly agreement: Omit<Agreement, "details" | "annotator_pairs"> & Agreement["details"];
  readonly annotators: readonly AnnotatorRow[];
  /** Who made the judged labels. Certificates of earlier versions of the software lack this field and the next. */
  readonly origins?: readonly OriginRow[];
  /** The runs by which a model labeled items, oldest first. */
  readonly auto_accepts?: readonly AutoAcceptFact[];
  /** Answers that members of the kind model gave beside people. Certificates of earlier versions lack this field. */
  readonly model_answers?: readonly ModelAnswers[];
  /** Null if the items have no groups. Certificates of earlier versions of the software lack this field and the next three. */
  readonly groups?: GroupSizes | null;
  readonly skipped_audits?: SkippedAudits;
  /** How the audits of the account's other batches ended, when this certificate was issued. */
  readonly other_batches?: OtherBatches;
  /** What the score does not show, in sentences. */
  readonly limits?: readonly string[];
  readonly guideline_versions: readonly number[];
  readonly excluded: number;
  readonly software: { readonly name: string; readonly version: string };
  readonly issued_at: string;
  /** Null if no sample was drawn, or an earlier version drew it; certificates of those versions lack it. */
  readonly sample?: Sample | null;
  /** The certificate of the previous revision. */
  readonly supersedes: string | null;
}

/** The data read for it in the snapshot of the dataset. */
export interface Facts {
  readonly taken: {
    /** Number of items by label. */
    readonly labels: ReadonlyMap<string, number>;
    /** Number of answers by annotator, under pseudonyms. */
    readonly annotators: ReadonlyMap<string, number>;
    /** Number of excluded items. */
    readonly excluded: number;
  };
  readonly project: Pick<ProjectRow, "id" | "name" | "labels">;
  readonly rules: JudgingRules;
  readonly labelsOf: (result: unknown) => readonly string[];
  readonly audited: readonly AuditedLabel[];
  readonly agreement: Agreement;
  readonly auditors: readonly Auditor[];
  /** By the annotators' pseudonyms. */
  readonly auditedAnswers: ReadonlyMap<string, { readonly audited: number; readonly wrong: number }>;
  readonly origins: readonly OriginRow[];
  readonly autoAccepts: readonly AutoAcceptFact[];
  readonly modelAnswers: readonly ModelAnswers[];
  readonly groups: GroupSizes | null;
  readonly skippedAudits: SkippedAudits;
  readonly guideline_versions: readonly number[];
  readonly earlier: readonly EarlierAudit[];
  readonly otherBatches: OtherBatches;
  readonly sample: Sample | null;
  readonly supersedes: string | null;
  readonly certified: CertifiedVersion | undefined;
}

export function predicateOf({ batch, verdict, look }: Judgment, facts: Facts, issued_at: Date): Predicate {
  const { taken, agreement, project } = facts;
  const { N, n, d, alpha, mode, independent, independence } = look;
  const parts = partsOf(facts);
  const items = batch.item_count - taken.excluded;
  const { certified } = facts;
  const limits = limitsOf({ ...parts, items, is_sample: mode !== "agreement" && n < N });
  if (certified !== undefined) limits.push(versionLimit(certified));
  return {
    id: newId("certificate"),
    batch: { id: batch.id, items: batch.item_count },
    ...(certified && { dataset_version: certified }),
    project: { id: project.id, name: project.name, annotation_type: batch.canonical_type },
    revision: batch.revision,
    policy: facts.rules.policy,
    judging_rules: { sha256: digestOfRules(facts.rules), rules: facts.rules },
    score: verdict.score,
    level: verdict.level,
    ...{ mode, independent, N, n, d, alpha },
    ...(independence && { independence, auditors: facts.auditors }),
    looks: [...batch.looks, look],
    earlier: facts.earlier,
    earlier_rounds: batch.earlier_rounds,
    labels: parts.labels,
    consensus: consensusOf(batch.consensus.at(-1)),
    agreement: agreementOf(agreement),
    annotators: parts.annotators,
    ...{ origins: facts.origins, auto_accepts: facts.autoAccepts, model_answers: facts.modelAnswers },
    groups: parts.groups,
    skipped_audits: parts.skipped_audits,
    other_batches: parts.other_batches,
    limits,
    guideline_versions: facts.guideline_versions,
    excluded: taken.excluded,
    software: { name: "assay", version: manifest.version },
    issued_at: issued_at.toISOString(),
    sample: facts.sample,
    supersedes: facts.supersedes,
  };
}

function versionLimit({ dataset, version, batches }: CertifiedVersion): string {
  return `A query chose these items from ${`${batches} ${batches === 1 ? "batch" : "batches"}`} as version ${version} of ${dataset}. Nothing is said of the other items of these batches, nor of labels that were changed there since.`;
}

/** The version of a dataset that a batch certifies; undefined if it certifies none. */
export async function readCertifiedVersion(
  tx: Tx,
  {
    account_id,
    dataset_id,
    dataset_version,
  }: Pick<BatchRow, "account_id" | "dataset_id" | "dataset_version">,
): Promise<CertifiedVersion | undefined> {
  if (dataset_id === null || dataset_version === null) return undefined;
  const { sha256, counts } = await tx
    .selectFrom("dataset_versions")
    .select(["sha256", "counts"])
    .where("account_id", "=", account_id)
    .where("dataset_id", "=", dataset_id)
    .where("version", "=", dataset_version)
    .executeTakeFirstOrThrow();
  return { dataset: dataset_id, version: dataset_version, sha256, batches: counts?.batches ?? 0 };
}

/** The parts of the batch, and the audits of each. */
function partsOf(facts: Facts) {
  const { taken, auditedAnswers, groups, skippedAudits, otherBatches } = facts;
  const annotators = [...taken.annotators]
    .map(([annotator, answers]) => ({
      ...{ annotator, answers, audited: 0, wrong: 0 },
      ...auditedAnswers.get(annotator),
    }))
    .sort((a, b) => a.annotator.localeCompare(b.annotator, "en", { numeric: true }));
  return {
    labels: labelRows(facts),
    ...{ annotators, groups, skipped_audits: skippedAudits, other_batches: otherBatches },
  };
}

function consensusOf(last: ConsensusVersion | undefined): ComputedLabels | null {
  if (last === undefined) return null;
  const { version, round, method, reason, model_version } = last;
  const { items, answers, annotators, labels, known, changed } = last;
  return {
    version,
    round,
    method,
    reason,
    model_version,
    items,
    answers,
    annotators,
    labels,
    known,
    changed,
  };
}

/** Copies field by field: agreement between pairs of members must not be published. */
function agreementOf(agreement: Agreement): Predicate["agreement"] {
  const { items, unanimous_items, pairs, agreeing_pairs, alpha, alpha_low, alpha_high, details } = agreement;
  const { raw, fleiss_kappa, gwet_ac1 } = details;
  return {
    ...{ items, unanimous_items, pairs, agreeing_pairs },
    ...{ alpha, alpha_low, alpha_high, raw, fleiss_kappa, gwet_ac1 },
  };
}

/**
 * A row per label of the project, in its order, and one for all other labels together: those are texts of
 * annotators, which must be erased with the batch, while a certificate stays.
 */
function labelRows({ project, taken, audited, labelsOf }: Facts): LabelRow[] {
  const listed = new Set(project.labels.map(({ name }) => name));
  const names = [...listed, null];
  const counts = new Map(names.map((label) => [label, { label, delivered: 0, audited: 0, wrong: 0 }]));
  const rowOf = (label: string) => counts.get(listed.has(label) ? label : null);
  for (const [label, delivered] of taken.labels) {
    const row = rowOf(label);
    if (row !== undefined) row.delivered += delivered;
  }
  for (const { label, acceptable } of audited) {
    for (const row of new Set(labelsOf(label).map(rowOf))) {
      if (row === undefined) continue;
      row.audited += 1;
      row.wrong += acceptable ? 0 : 1;
    }
  }
  return [...counts.values()].filter(
    ({ label, delivered, audited }) => label !== null || delivered + audited > 0,
  );
}

/** The certificate that a new one of this revision replaces. */
export async function findSuperseded(tx: Tx, { account_id, id, revision }: BatchRow): Promise<string | null> {
  return (await findCertificate(tx, { account_id, batch_id: id }, revision - 1))?.id ?? null;
}
