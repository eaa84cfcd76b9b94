import type { BatchStatus } from "@assay/domain/batch.ts";
import type { Evidence } from "@assay/domain/certification/evidence.ts";
import type { AuditMode, LevelName } from "@assay/domain/certification/levels.ts";
import type { Policy } from "@assay/domain/certification/policy.ts";
import type { Reason as FailureReason } from "@assay/domain/certification/reasons.ts";
import type { Unit } from "@assay/domain/certification/wording.ts";
import type { Choice, Reason } from "@assay/domain/consensus/choose.ts";
import type { AskedMethod } from "@assay/domain/consensus/consensus.ts";
import type { Method } from "@assay/domain/consensus/fit.ts";
import type { Generated, GeneratedAlways } from "kysely";
import type { DefaultJson, Json, Metadata, Nullable, NullableJson } from "./columns.ts";

/** A look that was judged, as the batch's record keeps it. */
export interface JudgedLook extends Evidence {
  readonly round: number;
  readonly mode: AuditMode | "agreement";
  readonly independent: boolean;
  readonly outcome: "certified" | "next_look" | "failed";
  /** What N, n and d count; absent = items. */
  readonly unit?: AuditUnit;
  /** When a look certified the batch; absent in looks from before it was kept. */
  readonly certified_at?: string;
}

/** A group is all items of one `group`, or one item that has none. */
export type AuditUnit = Unit;

/** One computation of a batch's labels from all its answers. */
export interface ConsensusVersion {
  /** From 1; a recomputation is the next. */
  readonly version: number;
  readonly round: number;
  readonly asked: AskedMethod;
  readonly method: Method;
  readonly reason: Reason;
  readonly log_likelihoods: Choice["log_likelihoods"];
  /** Of the code: other numbers may give other labels to the same answers. */
  readonly model_version: number;
  readonly items: number;
  readonly answers: number;
  readonly annotators: number;
  readonly labels: number;
  /** Items whose label was known: gold, adjudicated and audited ones. */
  readonly known: number;
  /** Items whose label it changed. */
  readonly changed: number;
  readonly iterations: number;
  readonly created_at: string;
}

/** The look whose audits are under way. */
export interface AuditPlan {
  /** Its number in the batch's life, from 1. */
  readonly look: number;
  readonly look_of_round: number;
  /** Audited items in all of the round. */
  readonly required: number;
  /** Not acceptable ones in all with which it passes; null where it cannot. */
  readonly wrong_allowed: number | null;
  /** What these numbers count; absent = items. */
  readonly unit?: AuditUnit;
}

/** What a batch is judged by, and the options of its annotation type, as they were when it was created. */
export interface BatchPolicy extends Policy {
  readonly type_options: Metadata;
}

/** How far the items of a large batch have been added. */
export interface Filling {
  /** Items that exist. */
  readonly items: number;
  /** The file of the next item, by its position in the batch. */
  readonly place: number;
  /** The line of that file after which the next item comes; 0 for its first and for a whole file. */
  readonly line: number;
  /** Where the items come in the order of claims: behind those of lower turns. */
  readonly turn: number;
}

export interface BatchesTable {
  id: string;
  account_id: string;
  project_id: string;
  name: string;
  status: BatchStatus;
  priority: "low" | "normal" | "high";
  hold: Generated<boolean>;
  revision: Generated<number>;
  round: Generated<number>;
  metadata: DefaultJson<Metadata>;
  canonical_type: string;
  export_format: string;
  required_level: LevelName;
  policy: Json<BatchPolicy>;
  file_count: number;
  /** Of the whole batch, also while items are still being added. */
  item_count: number;
  /** Null once all items exist. */
  filling: NullableJson<Filling>;
  group_count: Nullable<number>;
  looks: DefaultJson<readonly JudgedLook[]>;
  /** Every computation of the batch's labels, the one in force last. */
  consensus: DefaultJson<readonly ConsensusVersion[]>;
  audit: NullableJson<AuditPlan>;
  amendment: Nullable<"processing" | "completed" | "failed">;
  /** Where the work stands: `amendment`, or `status` while there is none. */
  stage: GeneratedAlways<BatchStatus>;
  quality_score: Nullable<number>;
  certification_level: Nullable<LevelName>;
  failure_reasons: DefaultJson<readonly FailureReason[]>;
  created_at: Date;
  updated_at: Date;
  processing_at: Nullable<Date>;
  completed_at: Nullable<Date>;
  certified_at: Nullable<Date>;
  failed_at: Nullable<Date>;
  deleted_at: Nullable<Date>;
}

export interface BatchFilesTable {
  batch_id: string;
  position: number;
  file_id: string;
  /** Null where the lines of the file are the items. */
  filename: Nullable<string>;
}

export interface BatchProgressTable {
  batch_id: string;
  shard: number;
  accepted: Generated<number>;
  excluded: Generated<number>;
  answers: Generated<number>;
}

export interface ItemsTable {
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
  audit_rank: Generated<string>;
  result: NullableJson<unknown>;
  guideline_version: Nullable<number>;
  fields: NullableJson<Metadata>;
  support: Nullable<number>;
  origin: Nullable<"consensus" | "adjudication" | "audit" | "prediction" | "gold">;
  excluded_reason: Nullable<string>;
}

export interface ClaimCursorsTable {
  member_id: string;
  batch_id: string;
  priority: number;
  turn: number;
  claim_order: number;
}

/** `gold` is an annotation that measures its annotator and counts for nothing else; who has it in hand sees `annotate`. */
export type TaskKind = "annotate" | "audit" | "adjudicate" | "gold";
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
  created_at: Date;
  updated_at: Date;
}

export interface AnnotationsTable {
  id: string;
  account_id: string;
  batch_id: string;
  item_id: string;
  task_id: Nullable<string>;
  member_id: string;
  kind: TaskKind;
  round: number;
  version: number;
  superseded_at: Nullable<Date>;
  guideline_version: number;
  result: Json<unknown>;
  fields: NullableJson<Metadata>;
  active_ms: Nullable<number>;
  client_id: Nullable<string>;
  /** The ids of the item's responses as the annotator saw them. */
  response_order: Nullable<string[]>;
  /** Whether it is acceptable beside the known answer; null where none is known. */
  gold_right: Nullable<boolean>;
  created_at: Date;
}

export interface AuditsTable {
  batch_id: string;
  round: number;
  rank: number;
  look: number;
  item_id: string;
  task_id: string;
  judged: NullableJson<unknown>;
  acceptable: Nullable<boolean>;
  corrected: NullableJson<unknown>;
  corrected_fields: NullableJson<Metadata>;
  independent: Generated<boolean>;
  annotation_id: Nullable<string>;
  reason: Nullable<string>;
}

export interface GoldAnswersTable {
  item_id: string;
  batch_id: string;
  guideline_version: number;
  result: Json<unknown>;
  fields: NullableJson<Metadata>;
  /** 0 to 1, at random: its place among the batch's gold. */
  draw: Generated<number>;
  created_at: Date;
}

/** An annotator who was paused in a project: one row each time. */
export interface GuidelineConfirmationsTable {
  member_id: string;
  project_id: string;
  version: number;
  confirmed_at: Date;
}

export interface PausesTable {
  id: string;
  account_id: string;
  project_id: string;
  member_id: string;
  gold_answered: number;
  gold_right: number;
  gold_floor: number;
  passed_at: Nullable<Date>;
  paused_at: Date;
  resumed_at: Nullable<Date>;
  resumed_by: Nullable<string>;
}

export interface PredictionsTable {
  id: string;
  batch_id: string;
  item_id: string;
  model: string;
  score: Nullable<number>;
  guideline_version: number;
  result: Json<unknown>;
  created_at: Date;
}
