import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Db } from "../database/db.ts";

/**
 * Every background job and its payload. `server/src/jobs.ts` has a task for each. Versions run beside each other: a
 * worker leaves jobs whose names it does not know to newer ones, and a field that is added must be optional.
 */
export interface Jobs {
  process_upload: { upload_id: string };
  fetch_urls: { upload_id: string };
  import_dataset: { upload_id: string };
  make_peaks: { file_id: string };
  make_sound: { file_id: string };
  sync_source: { source_id: string };
  fetch_objects: { upload_id: string };
  measure_objects: { upload_id: string; after: number };
  add_batch_files: { batch_id: string };
  fill_batch: { batch_id: string };
  remove_items: { batch_id: string };
  judge_batch: { batch_id: string };
  compute_suspicions: { batch_id: string; after?: number };
  prepare_draw: { batch_id: string };
  auto_accept: { batch_id: string };
  build_artefact: { batch_id: string; revision: number; variant: string };
  build_export: { export_id: string };
  build_dataset_version: { dataset_id: string; version: number };
  build_dataset_file: { dataset_id: string; version: number; since: number; split: string; variant: string };
  copy_dataset_version: { batch_id: string };
  push_dataset_version: { dataset_id: string; version: number; sealed: string };
  erase_dataset: { dataset_id: string };
  send_mail: { notification_id: string };
  send_invitation: { member_id: string; sealed: string };
  send_digest: { member_id: string };
  erase_batch: { batch_id: string };
  erase_uploads: { account_id: string };
  erase_member: { account_id: string; member_id: string };
  end_deliveries: { webhook_id: string };
  release_leases: { member_id: string };
  bulk_items: { job_id: string };
  requeue_paused: { pause_id: string };
  run_model: { run_id: string };
  order_queue: { batch_id: string };
}
export type JobName = keyof Jobs;

/** With the pauses between them about four days. */
export const MAX_ATTEMPTS = 25;

/**
 * Queues a job of an account. With an open transaction as `db` the job exists if and only if that commits. Waiting
 * jobs with the same payload are one job; a running one does not count. It runs at once, or at `run_at`.
 */
export async function addJob<Name extends JobName>(
  db: Db,
  account_id: string,
  name: Name,
  payload: Jobs[Name],
  run_at?: Date,
): Promise<void> {
  const key = keyOf(name, payload);
  const ask = sql<{ id: string | null }>`
    select id from graphile_worker.add_job(
      ${name}::text,
      payload := ${JSON.stringify(payload)}::json,
      job_key := ${key}::text,
      run_at := ${run_at ?? null}::timestamptz,
      max_attempts := ${MAX_ATTEMPTS},
      flags := array[${account_id}::text] -- only take-job.ts reads it
    )`;
  let isAsked = false;
  // The queue adds nothing if a worker takes the same job between its two statements, but then that job is
  // running.
  while (!isAsked) {
    const { rows } = await ask.execute(db);
    isAsked = rows.some(({ id }) => id !== null);
  }
}

/**
 * The refusal (`gone` or `invalid_state`) with which the last attempt of a job failed; undefined if none did. Removes that job, so that
 * the next `addJob` begins anew: the refusal may hold no longer.
 */
export async function takeRefusal<Name extends JobName>(
  db: Db,
  name: Name,
  payload: Jobs[Name],
): Promise<ServiceError | undefined> {
  const { rows } = await sql<{ code: "gone" | "invalid_state"; message: string }>`
    delete from graphile_worker._private_jobs
    where key = ${keyOf(name, payload)} and locked_at is null and last_error ~ '^(gone|invalid_state): '
    returning split_part(last_error, ': ', 1) as code, regexp_replace(last_error, '^[a-z_]+: ', '') as message`.execute(
    db,
  );
  const [refusal] = rows;
  return refusal && new ServiceError(refusal.code, refusal.message);
}

/** The key of waiting jobs with the same payload. */
function keyOf<Name extends JobName>(name: Name, payload: Jobs[Name]): string {
  return [name, ...Object.values(payload)].join(":");
}
