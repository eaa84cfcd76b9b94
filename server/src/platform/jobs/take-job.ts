import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import type { JobName } from "./jobs.ts";
import { jobsOf, LANE_OF, type Lane } from "./lanes.ts";

/** A job that a worker has taken. */
export interface TakenJob {
  readonly id: string;
  readonly name: JobName;
  readonly payload: unknown;
  /** From 1. */
  readonly attempt: number;
}

/**
 * Takes the next due job of `lanes` for `worker`; undefined if there is none. The next account in a lane is the one with
 * the fewest running jobs there, on all workers; of those, the one whose last job was taken longest ago. Jobs of one
 * account go in order. Takes only names that this version knows.
 */
export async function takeJob(
  db: Db,
  worker: string,
  lanes: ReadonlySet<Lane>,
): Promise<TakenJob | undefined> {
  const names = jobsOf(lanes);
  if (names.length === 0) return undefined;
  // now() is the clock by which the queue's own functions set run_at.
  const { rows } = await sql<TakenJob>`
    with task as (
      select id, identifier, lane from graphile_worker._private_tasks
      join unnest(${names}::text[], ${names.map((name) => LANE_OF[name])}::text[]) as known (identifier, lane)
        using (identifier)
    ), job as materialized (
      select job.id, job.run_at, task.identifier, task.lane, is_available and run_at <= now() as is_due,
        locked_at is not null as is_running, coalesce(split_part(flags::text, '"', 2), '') as account_id
      from graphile_worker._private_jobs as job join task on task.id = task_id
    ), share as (
      select account_id, lane, count(*) filter (where is_running) as running
      from job group by account_id, lane having bool_or(is_due)
    ), chosen as (
      select job.id, job.identifier, job.account_id, job.lane
      from job join share using (account_id, lane)
      left join job_shares using (account_id, lane)
      join graphile_worker._private_jobs as locked on locked.id = job.id
      where is_due and locked.is_available
      order by running, taken_at nulls first, job.run_at, job.id
      limit 1 for update of locked skip locked
    ), taken as (
      update graphile_worker._private_jobs as job
      set attempts = attempts + 1, locked_by = ${worker}, locked_at = now()
      from chosen where job.id = chosen.id
      returning job.id, identifier, payload, attempts, account_id, lane
    ), counted as (
      insert into job_shares (account_id, lane, taken_at)
      select account_id, lane, clock_timestamp() from taken
      on conflict (account_id, lane) do update set taken_at = excluded.taken_at
    )
    select id::text, identifier as name, payload, attempts as attempt from taken`.execute(db);
  return rows[0];
}

/** Removes a job that `worker` has done. */
export async function completeJob(db: Db, worker: string, id: string): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs where id = ${id}::bigint and locked_by = ${worker}`.execute(db);
}

/** Frees a job that failed, for its next attempt after e to the power of its attempts in seconds, at most 6 hours. */
export async function failJob(db: Db, worker: string, id: string, message: string): Promise<void> {
  await sql`
    update graphile_worker._private_jobs
    set last_error = ${message}, locked_by = null, locked_at = null,
      run_at = greatest(now(), run_at) + exp(least(attempts, 10)) * interval '1 second'
    where id = ${id}::bigint and locked_by = ${worker}`.execute(db);
}

/** Forgets the turns of accounts that had none for an hour: a turn that long ago comes first in any case. */
export async function sweepShares(db: Db): Promise<void> {
  await sql`delete from job_shares where taken_at < now() - interval '1 hour'`.execute(db);
}
