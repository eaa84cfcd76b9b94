import type { BatchStatus } from "@assay/domain/batch.ts";
import type { Splits } from "@assay/domain/splits.ts";
import type { Generated } from "kysely";
import type { Json, Nullable, NullableJson } from "./columns.ts";

/** Which items of a project a dataset holds: those that meet all conditions. */
export interface DatasetQuery {
  readonly project_id: string;
  /** Absent = every batch of the project. */
  readonly batch_ids?: readonly string[];
  /** The states of batches whose items count. */
  readonly statuses: readonly BatchStatus[];
  /** An item has at least one of them, by their present names. */
  readonly labels?: readonly string[];
  readonly metadata?: Readonly<Record<string, string>>;
  /** In the text or conversation, or in the name of a file that is one item; upper and lower case are equal. */
  readonly q?: string;
}

/** The items of a version, in all and by split. */
export interface DatasetCounts {
  readonly items: number;
  readonly batches: number;
  readonly train: number;
  readonly validation: number;
  readonly test: number;
}

/** The item of a version of a dataset of which an item of its certifying batch is the copy. */
export interface CopyOf {
  readonly item_id: string;
  readonly batch_id: string;
  readonly external_id: string | null;
  readonly split: "train" | "validation" | "test";
}

/** The last push of a version to a repository of the Hugging Face Hub. */
export interface DatasetPush {
  readonly url: `hf://${string}`;
  /** The origin of another Hub than huggingface.co. */
  readonly endpoint: string | null;
  readonly media: boolean;
  /** The license that the card states. Pushes of older versions of the service have none. */
  readonly license?: string | undefined;
  /** How a repository that does not exist is created; undefined if it is not. */
  readonly create?: "private" | "public" | undefined;
  readonly status: "pushing" | "pushed" | "failed";
  readonly error: string | null;
  /** The files of the version, and those of them that the Hub has; null before they are counted. */
  readonly files: number | null;
  readonly files_sent: number;
  /** The commit that has the files; null until they are pushed. */
  readonly commit: string | null;
  /** ISO 8601. */
  readonly requested_at: string;
  readonly ended_at: string | null;
}

export interface DatasetsTable {
  id: string;
  account_id: string;
  project_id: string;
  name: string;
  query: Json<DatasetQuery>;
  splits: Json<Splits>;
  last_version: Generated<number>;
  deleted_at: Nullable<Date>;
  created_at: Date;
  updated_at: Date;
}

export interface DatasetVersionsTable {
  account_id: string;
  dataset_id: string;
  version: number;
  status: "processing" | "ready" | "failed" | "erased";
  error: Nullable<string>;
  query: Json<DatasetQuery>;
  splits: Json<Splits>;
  counts: NullableJson<DatasetCounts>;
  /** Whose label names its records have; null until it is built. */
  guideline_version: Nullable<number>;
  /** Whether each of its batches was certified. */
  certified: Nullable<boolean>;
  sha256: Nullable<string>;
  size_bytes: Nullable<number>;
  snapshot_at: Nullable<Date>;
  push: NullableJson<DatasetPush>;
  created_at: Date;
  updated_at: Date;
}

export interface DatasetBatchesTable {
  account_id: string;
  dataset_id: string;
  version: number;
  batch_id: string;
  status: BatchStatus;
  items: number;
  revision: Nullable<number>;
  certificate_id: Nullable<string>;
  sha256: Nullable<string>;
}

export interface DatasetFilesTable {
  account_id: string;
  dataset_id: string;
  version: number;
  /** The version that the items are compared with; 0 = none. */
  since: number;
  /** Empty = the items of all splits. */
  split: string;
  variant: string;
  filename: string;
  media_type: string;
  sha256: string;
  size_bytes: number;
  created_at: Date;
}
