import type { Evidence } from "@assay/domain/certification/evidence.ts";
import type { AuditMode } from "@assay/domain/certification/levels.ts";
import type { Policy, QualityPolicy } from "@assay/domain/certification/policy.ts";
import type { Reason } from "@assay/domain/certification/reasons.ts";
import type { FieldDefinition } from "@assay/domain/fields.ts";
import type { Label } from "@assay/domain/labels.ts";
import type { ColumnType, Generated, Insertable, Selectable, Updateable } from "kysely";

/** A jsonb column: read as `T`, written as the text of `JSON.stringify` (pg would send an array as a PostgreSQL array). */
export type Json<T> = ColumnType<T, string, string>;
/** A jsonb column that may be null. */
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** A jsonb column with a default. */
export type DefaultJson<T> = ColumnType<T, string | undefined, string>;
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

export type Metadata = Readonly<Record<string, unknown>>;

export interface AccountsTable {
  id: string;
  name: string;
  owner_email: Nullable<string>;
  plan: "starter" | "growth" | "enterprise";
  rate_limit_per_minute: number;
  created_at: Date;
  updated_at: Date;
}

export interface ApiKeysTable {
  id: string;
  account_id: string;
  name: string;
  hash: Buffer;
  prefix: string;
  last4: string;
  scopes: string[];
  created_at: Date;
  last_used_at: Nullable<Date>;
  expires_at: Nullable<Date>;
  revoked_at: Nullable<Date>;
}

export type Role = "owner" | "manager" | "reviewer" | "annotator" | "viewer";

export interface MembersTable {
  id: string;
  account_id: string;
  name: string;
  email: Nullable<string>;
  role: Role;
  origin: "account" | "invited" | "key" | "external";
  external_id: Nullable<string>;
  key_id: Nullable<string>;
  project_ids: Nullable<string[]>;
  groups: Generated<string[]>;
  active: Generated<boolean>;
  last_active_at: Nullable<Date>;
  created_at: Date;
  updated_at: Date;
  deactivated_at: Nullable<Date>;
  deleted_at: Nullable<Date>;
}

export interface ProjectsTable {
  id: string;
  account_id: string;
  name: string;
  annotation_type: string;
  canonical_type: string;
  export_format: string;
  quality_level: string;
  status: "active" | "paused" | "archived";
  description: Nullable<string>;
  instructions: Nullable<string>;
  labels: DefaultJson<readonly Label[]>;
  fields: DefaultJson<readonly FieldDefinition[]>;
  type_options: DefaultJson<Metadata>;
  quality_policy: DefaultJson<QualityPolicy>;
  metadata: DefaultJson<Metadata>;
  guideline_version: Generated<number>;
  batch_count: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

export interface ProjectVersionsTable {
  project_id: string;
  version: number;
  labels: Json<readonly Label[]>;
  instructions: Nullable<string>;
  fields: Json<readonly FieldDefinition[]>;
  type_options: Json<Metadata>;
  created_at: Date;
}

export type UploadStatus = "pending" | "uploading" | "processing" | "ready" | "failed" | "expired";

export interface UploadsTable {
  id: string;
  account_id: string;
  status: UploadStatus;
  filename: Nullable<string>;
  content_type: Nullable<string>;
  size_bytes: Generated<number>;
  sha256: Nullable<string>;
  file_count: Generated<number>;
  source: NullableJson<unknown>;
  metadata: DefaultJson<Metadata>;
  error: NullableJson<{ code: string; message: string }>;
  created_at: Date;
  updated_at: Date;
  expires_at: Nullable<Date>;
}

export interface FilesTable {
  id: string;
  account_id: string;
  upload_id: string;
  parent_file_id: Nullable<string>;
  position: number;
  filename: string;
  content_type: string;
  size_bytes: number;
  sha256: string;
  medium: "image" | "text" | "lines" | "other";
  width: Nullable<number>;
  height: Nullable<number>;
  line_count: Nullable<number>;
  status: "ready" | "failed";
  error: Nullable<string>;
  created_at: Date;
}

export interface FileLinesTable {
  file_id: string;
  line: number;
  text: Nullable<string>;
  conversation: NullableJson<unknown>;
  media_file_id: Nullable<string>;
  external_id: Nullable<string>;
  group: Nullable<string>;
  priority: Generated<number>;
  metadata: DefaultJson<Metadata>;
}

export type BatchStatus = "created" | "processing" | "completed" | "certified" | "failed";
export type Level = "none" | "basic" | "standard" | "premium" | "elite";

/** A look that was judged, as the batch's record keeps it. */
export interface JudgedLook extends Evidence {
  readonly round: number;
  readonly mode: AuditMode | "agreement";
  readonly independent: boolean;
  readonly outcome: "certified" | "next_look" | "failed";
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
  required_level: Level;
  policy: Json<Policy>;
  file_count: number;
  item_count: number;
  looks: DefaultJson<readonly JudgedLook[]>;
  audit: NullableJson<AuditPlan>;
  quality_score: Nullable<number>;
  certification_level: Nullable<Level>;
  failure_reasons: DefaultJson<readonly Reason[]>;
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
  fields: NullableJson<Metadata>;
  support: Nullable<number>;
  origin: Nullable<"consensus" | "adjudication" | "audit">;
  excluded_reason: Nullable<string>;
}

export interface ClaimCursorsTable {
  member_id: string;
  batch_id: string;
  priority: number;
  turn: number;
  claim_order: number;
}

export type TaskKind = "annotate" | "audit" | "adjudicate";
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
  result: Json<unknown>;
  fields: NullableJson<Metadata>;
  created_at: Date;
}

export interface PredictionsTable {
  id: string;
  batch_id: string;
  item_id: string;
  model: string;
  score: Nullable<number>;
  result: Json<unknown>;
  created_at: Date;
}

export interface ArtefactsTable {
  batch_id: string;
  revision: number;
  variant: string;
  status: "building" | "ready";
  filename: string;
  media_type: string;
  sha256: Nullable<string>;
  size_bytes: Nullable<number>;
  created_at: Date;
}

export interface ExportsTable {
  id: string;
  account_id: string;
  project_id: string;
  batch_id: Nullable<string>;
  format: string;
  include: "accepted" | "all_answers";
  bundle: Generated<boolean>;
  media: Generated<boolean>;
  status: "processing" | "ready" | "failed";
  error: Nullable<string>;
  filename: Nullable<string>;
  media_type: Nullable<string>;
  sha256: Nullable<string>;
  size_bytes: Nullable<number>;
  item_count: Nullable<number>;
  batch_status: Nullable<string>;
  snapshot_at: Nullable<Date>;
  created_at: Date;
  updated_at: Date;
}

export interface WebhooksTable {
  id: string;
  account_id: string;
  url: string;
  events: Nullable<string[]>;
  description: Nullable<string>;
  enabled: Generated<boolean>;
  disabled_at: Nullable<Date>;
  disabled_reason: Nullable<"delivery_failures" | "manual">;
  secret_encrypted: Buffer;
  secret_hint: string;
  metadata: DefaultJson<Metadata>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Nullable<Date>;
}

export interface EventsTable {
  id: string;
  account_id: string;
  type: string;
  body: string;
  created_at: Date;
}

export interface DeliveriesTable {
  id: string;
  account_id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  status: "pending" | "delivered" | "failed" | "skipped" | "canceled";
  trigger: "event" | "replay" | "test";
  attempt_count: Generated<number>;
  due_at: Nullable<Date>;
  claimed_at: Nullable<Date>;
  created_at: Date;
  delivered_at: Nullable<Date>;
}

export interface DeliveryAttemptsTable {
  id: string;
  delivery_id: string;
  attempt: number;
  started_at: Date;
  duration_ms: number;
  status_code: Nullable<number>;
  error_code: Nullable<string>;
  response_body: Nullable<string>;
}

export interface NotificationsTable {
  id: string;
  account_id: string;
  recipient: Nullable<string>;
  subject: string;
  body: string;
  created_at: Date;
  sent_at: Nullable<Date>;
}

export interface IdempotencyKeysTable {
  account_id: string;
  method: string;
  path: string;
  key: string;
  fingerprint: Nullable<string>;
  lease_expires_at: Nullable<Date>;
  status: Nullable<number>;
  location: Nullable<string>;
  body_encrypted: Nullable<Buffer>;
  created_at: Date;
  expires_at: Date;
}

/** Every table of the service, as the migrations leave it. */
export interface Tables {
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  members: MembersTable;
  projects: ProjectsTable;
  project_versions: ProjectVersionsTable;
  uploads: UploadsTable;
  files: FilesTable;
  file_lines: FileLinesTable;
  batches: BatchesTable;
  batch_files: BatchFilesTable;
  batch_progress: BatchProgressTable;
  items: ItemsTable;
  claim_cursors: ClaimCursorsTable;
  tasks: TasksTable;
  annotations: AnnotationsTable;
  audits: AuditsTable;
  gold_answers: GoldAnswersTable;
  predictions: PredictionsTable;
  artefacts: ArtefactsTable;
  exports: ExportsTable;
  webhooks: WebhooksTable;
  events: EventsTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  notifications: NotificationsTable;
  idempotency_keys: IdempotencyKeysTable;
}

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;
export type Change<Table extends keyof Tables> = Updateable<Tables[Table]>;
