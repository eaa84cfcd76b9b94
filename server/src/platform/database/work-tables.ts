import type { BatchStatus } from "@assay/domain/batch.ts";
import type { Evidence } from "@assay/domain/certification/evidence.ts";
import type { AuditMode, EarnedLevelName, LevelName } from "@assay/domain/certification/levels.ts";
import type { Policy } from "@assay/domain/certification/policy.ts";
import type { Reason as FailureReason } from "@assay/domain/certification/reasons.ts";
import type { JudgedSlice, PlannedSlice } from "@assay/domain/certification/slices.ts";
import type { Unit } from "@assay/domain/certification/wording.ts";
import type { LogLikelihoods, Reason } from "@assay/domain/consensus/choose.ts";
import type { AskedMethod } from "@assay/domain/consensus/consensus.ts";
import type { Method } from "@assay/domain/consensus/fit.ts";
import type { LabelingModel } from "@assay/domain/formats/format.ts";
import type { Label } from "@assay/domain/labels.ts";
import type { Generated, GeneratedAlways } from "kysely";
import type { AuditCounts, AuditOutcome, Independence, RepeatAudits, SentBack } from "./audit-tables.ts";
import type { DefaultJson, Json, Metadata, Nullable, NullableJson } from "./columns.ts";
import type { CopyOf } from "./dataset-tables.ts";
import type { EarlierBatch } from "./ledger-tables.ts";

/** A judged round, as the batch's record keeps it; `next_look` in looks judged before sequential plans existed. */
export interface JudgedLook extends Evidence {
  readonly round: number;
  readonly mode: AuditMode | "agreement";
  readonly independent: boolean;
  readonly outcome: "certified" | "next_look" | "failed";
  /** The unit of N, n and d; absent = items. */
  readonly unit?: AuditUnit;
  /** How its audits were judged; absent in looks judged before this field existed, and without audits. */
  readonly audits?: AuditCounts;
  /** Absent in looks judged before this field existed, and without audits. */
  readonly independence?: Independence;
  /** Absent in looks judged before this field existed, and without audits. */
  readonly repeat_audits?: RepeatAudits;
  /** When the round certified the batch; absent in rounds judged before this field existed. */
  readonly certified_at?: string;
  /** Absent without slices, and if the round failed before all their audits were in. */
  readonly slices?: readonly JudgedSlice[];
}

/** A group is all items with the same `group`; an item without one is its own group. */
export type AuditUnit = Unit;

/** One computation of a batch's labels from all its answers. */
export interface ConsensusVersion {
  /** From 1; a recomputation is the next. */
  readonly version: number;
  readonly round: number;
  readonly asked: AskedMethod;
  readonly method: Method;
  /** `many_answers` only where `model_version` is 1; `parts` where the method decided parts of spans. */
  readonly reason: Reason | "many_answers" | "parts";
  /** Where `model_version` is 1, one-coin was compared with Dawid–Skene. */
  readonly log_likelihoods: LogLikelihoods | Readonly<Record<"one-coin" | "dawid-skene", number>> | null;
  /** The version of the code: another version may give other labels to the same answers. */
  readonly model_version: number;
  readonly items: number;
  readonly answers: number;
  readonly annotators: number;
  readonly labels: number;
  /** Items with a known label: gold, adjudicated and audited ones. */
  readonly known: number;
  /** Items whose label it changed. */
  readonly changed: number;
  readonly iterations: number;
  readonly created_at: string;
}

/** The round whose audits are in progress, up to its current stage. */
export interface AuditPlan {
  /** The round's number in the batch's life, from 1. */
  readonly look: number;
  /** Of looks opened before sequential plans existed: the number of the look in its round, from 1. */
  readonly look_of_round?: number;
  /** Audited items in all of the round, up to the end of the stage. */
  readonly required: number;
  /** The most unacceptable items with which the round may certify; null if an old look cannot pass. */
  readonly wrong_allowed: number | null;
  /** The budget of the round's sequential plan and its n₀, n₁, …; absent in looks opened before those existed. */
  readonly alpha?: number;
  readonly stages?: readonly number[];
  /** The unit of these counts; absent = items. */
  readonly unit?: AuditUnit;
  /** The slices with their samples, fixed when the round's audit began; absent = none. */
  readonly slices?: readonly PlannedSlice[];
}

/**
 * The rules for judging a batch, and the options of its annotation type, from the time when it was created.
 */
export interface BatchPolicy extends Policy {
  readonly type_options: Metadata;
}

/** The rules by which a completed batch is judged: later changes of its project do not change them. */
export interface JudgingRules {
  readonly annotation_type: string;
  /** The project's guideline version, whose names of labels count. */
  readonly guideline_version: number;
  readonly labels: readonly Pick<Label, "id" | "name" | "retired">[];
  /** Level, plan, tolerance, strictness, scored fields and gates. */
  readonly policy: BatchPolicy;
}

/** The progress of adding the items of a large batch. */
export interface Filling {
  /** Items that exist. */
  readonly items: number;
  /** The file of the next item, by its position in the batch; stored rows have this name. */
  readonly place: number;
  /** The last line of that file that has an item; 0 for its first line and for a whole file. */
  readonly line: number;
  /** The batch's turn in the order of claims: lower turns come first. */
  readonly turn: number;
  /** The position up to which all files of the batch are recorded; absent once all are. */
  readonly files?: number;
}

export interface BatchesTable {
  id: string;
  account_id: string;
  project_id: string;
  name: string;
  status: BatchStatus;
  priority: "low" | "normal" | "high";
  hold: Generated<boolean>;
  /** The order of claims within a priority. */
  queue_order: Generated<"random" | "uncertainty" | "disagreement">;
  revision: Generated<number>;
  round: Generated<number>;
  metadata: DefaultJson<Metadata>;
  canonical_type: string;
  export_format: string;
  required_level: LevelName;
  policy: Json<BatchPolicy>;
  /** Null until the batch is completed, and in batches that an earlier version completed. */
  judging_rules: NullableJson<JudgingRules>;
  /** The secret that chooses the items whose tasks show no prediction; null in batches of earlier versions. */
  prediction_seed: Nullable<string>;
  file_count: number;
  /** The count for the whole batch, even while items are still being added. */
  item_count: number;
  /** Null once all items exist. */
  filling: NullableJson<Filling>;
  group_count: Nullable<number>;
  /** The dataset whose version the batch certifies, with frozen copies of its items; null for all other batches. */
  dataset_id: Nullable<string>;
  dataset_version: Nullable<number>;
  looks: DefaultJson<readonly JudgedLook[]>;
  /** Every computation of the batch's labels; the last one is current. */
  consensus: DefaultJson<readonly ConsensusVersion[]>;
  audit: NullableJson<AuditPlan>;
  /** The round whose budget the current or last audit uses, from 1; 0 before the first. */
  budget_round: Generated<number>;
  /** Rounds that other batches used on more than a tenth of the items before the current or last audit. */
  earlier_rounds: Generated<number>;
  /** Batches audited before with some of the same items, those with the most first. */
  earlier: DefaultJson<readonly EarlierBatch[]>;
  /** Null if the batch has had no audit. */
  audit_outcome: GeneratedAlways<AuditOutcome> | null;
  amendment: Nullable<"processing" | "completed" | "failed">;
  /** The stage of the work: `amendment`, or `status` if there is no amendment. */
  stage: GeneratedAlways<BatchStatus>;
  quality_score: Nullable<number>;
  certification_level: Nullable<EarnedLevelName>;
  failure_reasons: DefaultJson<readonly FailureReason[]>;
  /** Null if nobody sent it back, or an earlier version did. */
  sent_back: NullableJson<SentBack>;
  created_at: Date;
  updated_at: Date;
  processing_at: Nullable<Date>;
  completed_at: Nullable<Date>;
  certified_at: Nullable<Date>;
  failed_at: Nullable<Date>;
  deleted_at: Nullable<Date>;
}

export interface BatchProgressTable {
  account_id: string;
  batch_id: string;
  shard: number;
  accepted: Generated<number>;
  excluded: Generated<number>;
  answers: Generated<number>;
  unswept: Generated<boolean>;
}

export interface ItemsTable {
  account_id: string;
  id: string;
  batch_id: string;
  position: number;
  file_id: string;
  line: Nullable<number>;
  external_id: Nullable<string>;
  group: Nullable<string>;
  priority: number;
  metadata: Json<Metadata>;
  status: Generated<"open" | "accepted" | "excluded">;
  round: Generated<number>;
  overlap_required: number;
  answer_count: Generated<number>;
  skip_count: Generated<number>;
  open_slots: number;
  turn: Generated<number>;
  claim_order: number;
  /** Where the job that orders the batch will put it, lower earlier; null if it is there. */
  queue_key: Nullable<number>;
  result: NullableJson<unknown>;
  guideline_version: Nullable<number>;
  fields: NullableJson<Metadata>;
  support: Nullable<number>;
  origin: Nullable<"consensus" | "adjudication" | "audit" | "prediction" | "gold" | "import">;
  /** Counts only where `origin` is `prediction`. */
  model: NullableJson<LabelingModel>;
  excluded_reason: Nullable<string>;
  /** `held` until an auto-accept has its threshold; `check` while people answer the item blind for it, `checked` once they did. */
  auto_accept: Nullable<"held" | "check" | "checked">;
  /** Null but in a batch that certifies a version of a dataset. */
  copy_of: NullableJson<CopyOf>;
}

/** A set of predictions from a score on, and what the check items in it showed. */
export interface TestedThreshold {
  /** Null: all predictions, also those without a score. */
  readonly threshold: number | null;
  readonly items: number;
  readonly checked: number;
  readonly wrong: number;
  /** The part of 1 − confidence with which it was tested. */
  readonly alpha: number;
  /** The upper bound on the share of wrong ones, 0 to 1. */
  readonly bound: number;
}

export interface AutoAcceptsTable {
  account_id: string;
  batch_id: string;
  /** From 1 in the batch. */
  number: number;
  model: string;
  version: Nullable<string>;
  max_wrong: number;
  confidence: number;
  check_size: number;
  status: "holding" | "checking" | "accepting" | "finished" | "canceled";
  /** The position up to which items have been held, or accepted and released. */
  after: Generated<number>;
  accepted: Generated<number>;
  outcome: NullableJson<{
    readonly population: number;
    readonly checked: number;
    readonly chosen: TestedThreshold | null;
    readonly steps: readonly TestedThreshold[];
  }>;
  created_at: Date;
  updated_at: Date;
}

/** See `notingWork`. */
export interface WorkChangesTable {
  account_id: string;
  batch_id: string;
  /** The number of a transaction. */
  changed_by: string;
}

export interface ClaimCursorsTable {
  account_id: string;
  member_id: string;
  batch_id: string;
  priority: number;
  turn: number;
  claim_order: number;
}

/**
 * `gold` is an annotation that only measures its annotator, and `training` one that qualifies them; the API shows the annotator
 * `annotate` instead.
 */
export type TaskKind = "annotate" | "audit" | "adjudicate" | "gold" | "training";
export type TaskStatus = "open" | "leased" | "submitted" | "skipped" | "released" | "expired" | "canceled";

export interface TasksTable {
  id: string;
  account_id: string;
  batch_id: string;
  item_id: string;
  kind: TaskKind;
  round: number;
  status: TaskStatus;
  member_id: Nullable<string>;
  guideline_version: number;
  lease_expires_at: Nullable<Date>;
  leased_at: Nullable<Date>;
  draft: NullableJson<unknown>;
  revision: Generated<number>;
  reason: Nullable<string>;
  client_id: Nullable<string>;
  annotation_id: Nullable<string>;
  /** The number of the transaction that opened an audit or adjudication, which a trigger writes. */
  opened_by: Nullable<string>;
  created_at: Date;
  updated_at: Date;
}
