const KiB = 1024;
const MiB = 1024 * KiB;

/** The service's limits, as returned by `GET /v1/account`; sizes in bytes. */
export const LIMITS = {
  json_body_bytes: MiB,
  inline_upload_bytes: 16 * MiB,
  upload_request_bytes: 256 * MiB,
  upload_request_files: 1_000,
  resumable_upload_bytes: 5 * 1024 * MiB,
  url_fetch_bytes: 256 * MiB,
  url_fetch_seconds: 60,
  upload_urls: 10_000,
  upload_url_bytes: 64 * 1024 * MiB,
  sources: 50,
  models: 100,
  model_prompts: 100,
  batch_runs: 1_000,
  run_errors: 100_000,
  source_object_bytes: 5 * 1024 * MiB,
  annotations_request_bytes: 256 * MiB,
  batch_items: 1_000_000,
  pool_files: 100_000,
  api_keys: 100,
  member_rates: 100,
  datasets: 50,
  dataset_versions: 100,
  dataset_batches: 10_000,
  webhooks: 50,
  streams: 100,
  page_size: 100,
  name_characters: 200,
  metadata_keys: 50,
  metadata_key_characters: 40,
  metadata_value_characters: 500,
} as const;

/** Maximum bytes of an account's uploads, by plan; null if only the operator's disk limits them. */
export const STORAGE_BYTES = {
  starter: 50 * 1024 * MiB,
  growth: 1024 * 1024 * MiB,
  enterprise: null,
} as const;
