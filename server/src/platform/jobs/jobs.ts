import { sql } from "kysely";
import type { Db } from "../database/db.ts";

/** Every background job and what it is told. `server/src/jobs.ts` has a task for each. */
export interface Jobs {
  process_upload: { upload_id: string };
  fill_batch: { batch_id: string };
  judge_batch: { batch_id: string };
  build_artefact: { batch_id: string; revision: number; variant: string };
  build_export: { export_id: string };
  send_mail: { notification_id: string };
  send_invitation: { member_id: string; sealed: string };
  erase_batch: { batch_id: string };
  bulk_items: { job_id: string };
  requeue_paused: { pause_id: string };
}
export type JobName = keyof Jobs;

/**
 * Asks for a job. With an open transaction as `db` the job exists exactly where that commits. Jobs that are told
 * the same and wait are one job; one that runs does not count.
 */
export async function addJob<Name extends JobName>(db: Db, name: Name, payload: Jobs[Name]): Promise<void> {
  const key = [name, ...Object.values(payload)].join(":");
  const ask = sql<{ id: string | null }>`
    select id from graphile_worker.add_job(
      ${name}::text,
      payload := ${JSON.stringify(payload)}::json,
      job_key := ${key}::text,
      max_attempts := 25
    )`;
  let isAsked = false;
  // The queue adds nothing where a worker takes up the same job between its two statements; then it runs by now.
  while (!isAsked) {
    const { rows } = await ask.execute(db);
    isAsked = rows.some(({ id }) => id !== null);
  }
}
