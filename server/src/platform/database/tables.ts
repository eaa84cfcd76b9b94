import type { QualityPolicy } from "@assay/domain/certification/policy.ts";
import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import type { Label } from "@assay/domain/labels.ts";
import type { ProjectStatus } from "@assay/domain/project.ts";
import type { Qualification } from "@assay/domain/qualification.ts";
import type { Generated, Insertable, Selectable, Updateable } from "kysely";
import type {
  GuidelineConfirmationsTable,
  PausesTable,
  QualificationsTable,
  TrainingAnswersTable,
} from "./annotator-tables.ts";
import type { AnnotationsTable, GoldAnswersTable, PredictionsTable } from "./answer-tables.ts";
import type { AuditsTable } from "./audit-tables.ts";
import type { BulkJobsTable } from "./bulk-tables.ts";
import type { DefaultJson, Json, Metadata, Nullable, NullableJson } from "./columns.ts";
import type {
  DatasetBatchesTable,
  DatasetFilesTable,
  DatasetsTable,
  DatasetVersionsTable,
} from "./dataset-tables.ts";
import type { DrawsTable } from "./draw-tables.ts";
import type { EventTables } from "./event-tables.ts";
import type { LedgerKeysTable, LookedItemsTable } from "./ledger-tables.ts";
import type { LogEntriesTable, LogHashesTable, LogKeyTable, LogPseudonymsTable } from "./log-tables.ts";
import type { MembersTable } from "./member-tables.ts";
import type { ModelTables } from "./model-tables.ts";
import type { PayRatesTable } from "./pay-tables.ts";
import type {
  CredentialsTable,
  DigestsTable,
  InvitationsTable,
  PeopleTable,
  SessionsTable,
} from "./people-tables.ts";
import type { RateCountsTable } from "./rate-tables.ts";
import type {
  BatchFilesTable,
  FileLinesTable,
  FilesTable,
  RenditionsTable,
  SourcesTable,
  UploadObjectsTable,
  UploadSkipsTable,
  UploadStepsTable,
  UploadsTable,
} from "./upload-tables.ts";
import type {
  AutoAcceptsTable,
  BatchesTable,
  BatchProgressTable,
  ClaimCursorsTable,
  ItemsTable,
  TasksTable,
  WorkChangesTable,
} from "./work-tables.ts";

export interface AccountsTable {
  id: string;
  name: string;
  owner_email: Nullable<string>;
  plan: "starter" | "growth" | "enterprise";
  rate_limit_per_minute: number;
  strict_annotators: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
}

export interface MasterKeysTable {
  fingerprint: string;
  created_at: Date;
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

export interface ProjectsTable {
  id: string;
  account_id: string;
  name: string;
  annotation_type: string;
  canonical_type: string;
  export_format: string;
  quality_level: string;
  status: ProjectStatus;
  description: Nullable<string>;
  instructions: Nullable<string>;
  labels: DefaultJson<readonly Label[]>;
  fields: DefaultJson<readonly FieldDefinition[]>;
  type_options: DefaultJson<Metadata>;
  quality_policy: DefaultJson<QualityPolicy>;
  groups: Generated<string[]>;
  assist_model_id: Nullable<string>;
  qualification: NullableJson<Qualification>;
  metadata: DefaultJson<Metadata>;
  guideline_version: Generated<number>;
  batch_count: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

export interface ProjectVersionsTable {
  account_id: string;
  project_id: string;
  version: number;
  labels: Json<readonly Label[]>;
  instructions: Nullable<string>;
  fields: Json<readonly FieldDefinition[]>;
  type_options: Json<Metadata>;
  created_at: Date;
}

export interface ArtefactsTable {
  account_id: string;
  batch_id: string;
  revision: number;
  variant: string;
  filename: string;
  media_type: string;
  sha256: string;
  size_bytes: number;
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
  subjects: Generated<string[]>;
  created_at: Date;
  expires_at: Date;
}

export interface JobWorkersTable {
  id: string;
  seen_at: Date;
}

export interface JobSharesTable {
  account_id: string;
  lane: string;
  taken_at: Date;
}

export interface DutiesTable {
  name: string;
  holder: string;
  held_until: Date;
}

export interface SigningKeysTable {
  id: string;
  public_key: string;
  private_key_encrypted: Buffer;
  created_at: Date;
  retired_at: Nullable<Date>;
  revoked_at: Nullable<Date>;
}

/** A DSSE envelope: `payload` and each `sig` in base64. Source: github.com/secure-systems-lab/dsse, envelope.md. */
export interface Envelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

export interface CertificatesTable {
  id: string;
  account_id: string;
  batch_id: string;
  revision: number;
  envelope: Json<Envelope>;
  issued_at: Date;
  /** The position of its entry in the log; null if it was issued before the log. */
  logged_at: Nullable<number>;
  revoked_at: Nullable<Date>;
  revoked_reason: Nullable<string>;
}

/** Revoked certificates of deleted accounts. */
export interface FormerRevocationsTable {
  certificate_id: string;
  revoked_at: Date;
  revoked_reason: Nullable<string>;
}

/** Hashes of the API keys of deleted accounts. */
export interface FormerKeysTable {
  hash: Buffer;
}

/** Every table of the service after all migrations. */
export interface Tables extends EventTables, ModelTables {
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  former_keys: FormerKeysTable;
  members: MembersTable;
  people: PeopleTable;
  credentials: CredentialsTable;
  sessions: SessionsTable;
  invitations: InvitationsTable;
  pay_rates: PayRatesTable;
  digests: DigestsTable;
  projects: ProjectsTable;
  project_versions: ProjectVersionsTable;
  uploads: UploadsTable;
  upload_skips: UploadSkipsTable;
  upload_steps: UploadStepsTable;
  upload_objects: UploadObjectsTable;
  sources: SourcesTable;
  files: FilesTable;
  renditions: RenditionsTable;
  file_lines: FileLinesTable;
  batches: BatchesTable;
  batch_files: BatchFilesTable;
  batch_progress: BatchProgressTable;
  auto_accepts: AutoAcceptsTable;
  items: ItemsTable;
  claim_cursors: ClaimCursorsTable;
  work_changes: WorkChangesTable;
  tasks: TasksTable;
  annotations: AnnotationsTable;
  audits: AuditsTable;
  gold_answers: GoldAnswersTable;
  guideline_confirmations: GuidelineConfirmationsTable;
  pauses: PausesTable;
  qualifications: QualificationsTable;
  training_answers: TrainingAnswersTable;
  predictions: PredictionsTable;
  bulk_jobs: BulkJobsTable;
  artefacts: ArtefactsTable;
  certificates: CertificatesTable;
  former_revocations: FormerRevocationsTable;
  looked_items: LookedItemsTable;
  ledger_keys: LedgerKeysTable;
  exports: ExportsTable;
  datasets: DatasetsTable;
  dataset_versions: DatasetVersionsTable;
  dataset_batches: DatasetBatchesTable;
  dataset_files: DatasetFilesTable;
  idempotency_keys: IdempotencyKeysTable;
  job_workers: JobWorkersTable;
  job_shares: JobSharesTable;
  duties: DutiesTable;
  signing_keys: SigningKeysTable;
  log_entries: LogEntriesTable;
  log_hashes: LogHashesTable;
  log_pseudonyms: LogPseudonymsTable;
  log_key: LogKeyTable;
  draws: DrawsTable;
  rate_counts: RateCountsTable;
  master_keys: MasterKeysTable;
}

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;
export type Change<Table extends keyof Tables> = Updateable<Tables[Table]>;
