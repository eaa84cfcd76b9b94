import type { ConversationOutline } from "@assay/domain/conversation-outline.ts";
import type { Generated } from "kysely";
import type { DefaultJson, Json, Metadata, Nullable, NullableJson } from "./columns.ts";

export type UploadStatus = "pending" | "uploading" | "processing" | "ready" | "failed" | "expired";

/** What is known of an item apart from its content. */
export interface ItemDetails {
  readonly external_id: string | null;
  readonly group: string | null;
  readonly priority: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** What an upload that is `processing` is made from: parts that are stored, or URLs to fetch. */
export interface UploadSource {
  readonly parts?: readonly {
    readonly filename: string;
    readonly declared?: string | undefined;
    readonly sha256: string;
    readonly size_bytes: number;
    readonly details?: ItemDetails | undefined;
  }[];
  readonly urls?: readonly { readonly url: string; readonly filename?: string; readonly sha256?: string }[];
  /** What the sender said of the one file that is to come in pieces. */
  readonly announced?: {
    readonly declared?: string | undefined;
    readonly sha256?: string | undefined;
    readonly details?: ItemDetails | undefined;
  };
  /** Whether its parts are objects of a source that are still to be copied; they are rows of `upload_objects`. */
  readonly objects?: boolean;
}

/** A part of the bytes of an unfinished upload; see `UnfinishedFiles`. */
export interface UnfinishedPart {
  /** The store's own name of the part. */
  readonly name: string;
  /** The bytes that count, from the part's beginning; others are left over from an interrupted writer. */
  readonly bytes: number;
  /** Whether a writer may still change bytes behind those that count. */
  readonly is_open?: boolean;
}

/** Where the jobs of an upload continue. */
export interface UploadProgress {
  /** Files that are read. */
  readonly files: number;
  /** The next file to read: its part, and its entry in that archive. Null once all are read. */
  readonly next: { readonly part: number; readonly entry: number } | null;
  /** Whether the links of all lines are fetched. */
  readonly links_fetched: boolean;
  readonly lines: LinesPlace;
  /** Steps that record what was left out when the lines were read. */
  readonly skips: number;
  /** The ids of files that were left out then. */
  readonly unusable: readonly string[];
}

/** The end of the lines that are stored. */
export interface LinesPlace {
  /** The file of the next line: its index among those that can be used. */
  readonly file: number;
  /** The last line of that file that was read; -1 before the first. */
  readonly line: number;
  /** The stored lines of that file. */
  readonly count: number;
}

export interface UploadStepsTable {
  account_id: string;
  upload_id: string;
  kind: "part" | "file" | "link" | "skip";
  position: number;
  sha256: Nullable<string>;
  result: Json<unknown>;
}

/** The files of one medium in an upload, and the items that they become. */
export interface MediaCount {
  readonly medium: FilesTable["medium"];
  readonly files: number;
  readonly items: number;
}

/** The last import of a dataset that was uploaded. */
export interface DatasetImport {
  readonly status: "running" | "finished" | "failed";
  readonly batch_id: string;
  readonly format: string;
  readonly kind: "annotations" | "predictions" | "gold";
  readonly dry_run: boolean;
  readonly clip: boolean;
  readonly on_conflict: "skip" | null;
  readonly on_error: "fail" | "skip";
  /** Who asked for it. */
  readonly by:
    | { readonly kind: "key"; readonly key_id: string; readonly key_name: string }
    | { readonly kind: "person"; readonly member_id: string };
  /** Lines that are read so far. */
  readonly lines: number;
  /** As the response of an import by request. */
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** RFC 3339. */
  readonly created_at: string;
  readonly finished_at: string | null;
}

export interface UploadsTable {
  id: string;
  account_id: string;
  /** Null for an upload by API key. */
  member_id: Nullable<string>;
  status: UploadStatus;
  filename: Nullable<string>;
  content_type: Nullable<string>;
  size_bytes: Generated<number>;
  stored_bytes: Nullable<number>;
  sha256: Nullable<string>;
  file_count: Generated<number>;
  source: NullableJson<UploadSource>;
  metadata: DefaultJson<Metadata>;
  error: NullableJson<{ code: string; message: string }>;
  created_at: Date;
  updated_at: Date;
  expires_at: Nullable<Date>;
  received_bytes: Generated<number>;
  writer: Nullable<string>;
  writer_until: Nullable<Date>;
  on_error: Generated<"fail" | "skip">;
  skipped: Generated<number>;
  unfinished: NullableJson<readonly UnfinishedPart[]>;
  deleted_at: Nullable<Date>;
  progress: NullableJson<UploadProgress>;
  /** Without files of lines. Null unless `ready`, and for uploads that earlier versions made. */
  media_counts: NullableJson<readonly MediaCount[]>;
  /** Null for an upload that no sync made. */
  source_id: Nullable<string>;
  /** For an upload whose file is a dataset of another tool. */
  dataset_import: NullableJson<DatasetImport | { readonly status: "waiting" }>;
}

/** An object of a source, and the place of its file, or part, in an upload. */
export interface UploadObjectsTable {
  account_id: string;
  upload_id: string;
  position: number;
  source_id: string;
  key: string;
  etag: string;
  /** What pins the bytes besides the ETag: the version of a bucket, or the commit of a repository. */
  version: Nullable<string>;
  size_bytes: number;
}

/** Where a source's files lie. */
export interface S3Config {
  readonly bucket: string;
  readonly prefix: string;
  readonly region: string | null;
  readonly endpoint: string | null;
  readonly path_style: boolean;
}

/** A folder of the service's machine; an absolute path. */
export interface FolderConfig {
  readonly path: string;
}

/** A list of URLs, at a URL. */
export interface ManifestConfig {
  readonly url: string;
}

/** A dataset repository of the Hugging Face Hub, or a folder of it. */
export interface HubConfig {
  /** `hf://datasets/OWNER/NAME@REVISION/FOLDER`. */
  readonly url: `hf://${string}`;
  /** The origin of another Hub than huggingface.co. */
  readonly endpoint: string | null;
}

export type SourceConfig = S3Config | FolderConfig | ManifestConfig | HubConfig;

/** Where the job of a sync continues. */
export interface SyncProgress {
  /** The last key that was listed, or the place in a list of URLs; empty before the first. */
  readonly after: string;
  /** The upload that gets the new objects, and how many it has; null before the first. */
  readonly upload: { readonly id: string; readonly objects: number } | null;
}

export interface SourcesTable {
  id: string;
  account_id: string;
  member_id: Nullable<string>;
  name: string;
  kind: "s3" | "folder" | "http_manifest" | "huggingface";
  mode: "copy" | "reference";
  config: Json<SourceConfig>;
  credentials_encrypted: Nullable<Buffer>;
  credentials_hint: Nullable<string>;
  status: Generated<"idle" | "syncing" | "failed">;
  progress: NullableJson<SyncProgress>;
  objects_seen: Generated<number>;
  added: Generated<number>;
  changed: Generated<number>;
  skipped: Generated<number>;
  error: NullableJson<{ code: string; message: string }>;
  metadata: DefaultJson<Metadata>;
  synced_at: Nullable<Date>;
  created_at: Date;
  updated_at: Date;
}

export interface UploadSkipsTable {
  account_id: string;
  upload_id: string;
  position: number;
  filename: string;
  line: Nullable<number>;
  reason: string;
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
  /** Null if the file is an object of a bucket, at the same position of `upload_objects`. */
  sha256: Nullable<string>;
  medium: "image" | "text" | "audio" | "lines" | "other";
  width: Nullable<number>;
  height: Nullable<number>;
  duration: Nullable<number>;
  line_count: Nullable<number>;
  status: "ready" | "failed";
  error: Nullable<string>;
  created_at: Date;
}

/** What is made of a file and kept; it can be made again. */
export interface RenditionsTable {
  account_id: string;
  file_id: string;
  kind: RenditionKind;
  content_type: string;
  sha256: string;
  size_bytes: number;
  created_at: Date;
}

/** A number is the longest side of a thumbnail in pixels. */
export type RenditionKind = "upright" | `thumbnail_${number}` | "peaks" | "sound";

export interface FileLinesTable {
  account_id: string;
  file_id: string;
  line: number;
  text: Nullable<string>;
  conversation: NullableJson<unknown>;
  /** Of a conversation; null if it was uploaded before there were outlines. */
  outline: NullableJson<ConversationOutline>;
  media_file_id: Nullable<string>;
  external_id: Nullable<string>;
  group: Nullable<string>;
  priority: Generated<number>;
  metadata: DefaultJson<Metadata>;
}

export interface BatchFilesTable {
  account_id: string;
  batch_id: string;
  position: number;
  file_id: string;
  /** Null where the lines of the file are the items. */
  filename: Nullable<string>;
}
