import type { ModelPrice } from "@assay/domain/model-cost.ts";
import type { Generated } from "kysely";
import type { ItemFilter } from "./bulk-tables.ts";
import type { Json, Nullable, NullableJson } from "./columns.ts";

/** What a model of kind `openai` is told besides the guideline. */
export interface ModelPrompt {
  /** What its server calls the model; absent: the model's name. */
  readonly model?: string;
  readonly instructions?: string;
  readonly examples?: { text: string; result: unknown; fields?: Record<string, unknown> }[];
  /** Answers per item. */
  readonly samples?: number;
  /** Of the request to the server; null leaves one out that Assay would send. */
  readonly parameters?: Record<string, unknown>;
}

interface ModelsTable {
  account_id: string;
  id: string;
  /** Null for a model registered by API key. */
  member_id: Nullable<string>;
  name: string;
  version: string;
  kind: "pushed" | "http" | "openai";
  url: Nullable<string>;
  secret_encrypted: Nullable<Buffer>;
  secret_hint: Nullable<string>;
  annotation_types: readonly string[];
  batch_size: number;
  concurrency: number;
  timeout_ms: number;
  price: NullableJson<ModelPrice>;
  prompt: NullableJson<ModelPrompt>;
  last_success_at: Nullable<Date>;
  /** `at` in RFC 3339. */
  last_error: NullableJson<{ readonly at: string; readonly reason: string }>;
  created_at: Date;
  updated_at: Date;
}

/** The items of a batch that a run asks for. */
export type RunFilter = Pick<ItemFilter, "state" | "external_ids" | "item_ids" | "metadata" | "q">;

interface ModelRunsTable {
  account_id: string;
  id: string;
  batch_id: string;
  model_id: string;
  model_name: string;
  model_version: string;
  /** Null for a run by API key. */
  member_id: Nullable<string>;
  status: "running" | "paused" | "stopped" | "failed" | "canceled" | "finished";
  reason: Nullable<string>;
  filter: Json<RunFilter>;
  position: Generated<number>;
  is_taken: Generated<boolean>;
  item_count: number;
  predicted_count: Generated<number>;
  error_count: Generated<number>;
  cost: Generated<number>;
  max_cost: Nullable<number>;
  lost_in_a_row: Generated<number>;
  created_at: Date;
  updated_at: Date;
  finished_at: Nullable<Date>;
}

interface ModelRequestsTable {
  account_id: string;
  id: string;
  run_id: string;
  batch_id: string;
  item_ids: readonly string[];
  guideline_version: number;
  attempt: Generated<number>;
  due_at: Date;
  reason: Nullable<string>;
}

interface ModelErrorsTable {
  account_id: string;
  run_id: string;
  item_id: string;
  batch_id: string;
  position: number;
  reason: string;
  created_at: Date;
}

interface ModelPromptsTable {
  account_id: string;
  model_id: string;
  version: string;
  prompt: Json<ModelPrompt | null>;
  created_at: Date;
}

/** What a model predicts where that is not the accepted label. */
export interface OtherLabels {
  readonly model: string;
  readonly version: string | null;
  /** Their names in the judging rules of the batch. */
  readonly labels: string[];
}

interface SuspicionsTable {
  account_id: string;
  batch_id: string;
  item_id: string;
  position: number;
  suspicion: number;
  answers: Nullable<number>;
  models: Nullable<number>;
  neighbors: Nullable<number>;
  /** Null in rows of an earlier version. */
  predicted: NullableJson<readonly OtherLabels[]>;
  computed_at: Date;
}

/** The tables of models, their runs over batches, and what they make suspicious. */
export interface ModelTables {
  suspicions: SuspicionsTable;
  models: ModelsTable;
  model_prompts: ModelPromptsTable;
  model_runs: ModelRunsTable;
  model_requests: ModelRequestsTable;
  model_errors: ModelErrorsTable;
}
