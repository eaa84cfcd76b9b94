import { type RawBuilder, sql } from "kysely";
import type { Db } from "../database/db.ts";
import { JOB_ACCOUNT } from "../database/queue-indexes.ts";
import { changeFree } from "../database/small-steps.ts";
import type { JobName } from "./jobs.ts";
import { type FreeSlots, jobsOf, LANE_OF, type Lane, NEVER_GIVEN_UP } from "./lanes.ts";

/** A job that a worker has taken. */
export interface TakenJob {
  readonly id: string;
  readonly name: JobName;
  readonly payload: object;
  readonly account_id: string;
  /** From 1. */
  readonly attempt: number;
  /** How many of the last attempts ended with the death of their worker: of its process, or of the thread that runs the jobs. */
  readonly deaths: number;
}

/**
 * What a running job has as its error: the attempt counts as a death unless its worker records another end. Versions that do not
 * know it leave it as it is.
 */
const UNFINISHED = "unfinished attempts: ";
const DEATHS = sql`coalesce(substring(last_error from ${`^${UNFINISHED}(\\d+)$`})::integer, 0)`;

const ACCOUNT = sql.raw(JOB_ACCOUNT);

/**
 * Jobs of this lane wait for others' servers, for minutes at a time, and keep their slots. So an account takes a slot only if more are free
 * than it has: of 8 slots the first account gets 4, the next 2, and the next two 1 each.
 */
const SHARED: Lane = "models";

/** The tasks of some lanes; the query has one row for each. */
function tasksOf(lanes: FreeSlots | ReadonlySet<Lane>): RawBuilder<unknown> {
  const names = jobsOf(lanes);
  return sql`
    select id, identifier, lane from graphile_worker._private_tasks
    join unnest(${names}::text[], ${names.map((name) => LANE_OF[name])}::text[]) as known (identifier, lane)
      using (identifier)`;
}

/**
 * Takes the next due job for `worker` in the lanes that have `free` slots; undefined if there is none. The next account in a lane is the
 * one with the fewest running jobs there, on all workers; of those, the one whose last job was taken longest ago. In the lane `models` an
 * account gets none while it runs as many jobs as there are free slots. Jobs of one account go in order. Takes only names that this version knows, and none of `running`: a worker that was cut from the database
 * still runs jobs that others have freed, and would record the end of one run as that of the other. A worker that runs a job which
 * may have killed another takes no second one of those: if it dies too, that job did it. Its cost grows with the accounts that have waiting jobs, by
 * a step in an index for each, and not with their jobs.
 */
export async function takeJob(
  db: Db,
  worker: string,
  free: FreeSlots,
  running: readonly Pick<TakenJob, "id" | "deaths">[] = [],
): Promise<TakenJob | undefined> {
  if (free.size === 0) return undefined;
  const ids = running.map(({ id }) => id);
  const isSuspectRunning = running.some(({ deaths }) => deaths > 0);
  const isFree = sql`is_available and (not ${isSuspectRunning} or ${DEATHS} = 0)`;
  // now() is the clock by which the queue's own functions set run_at.
  const { rows } = await sql<TakenJob>`
    with recursive task as materialized (${tasksOf(free)}), waiting as (
      select task.id as task_id, first.* from task cross join lateral (
        select ${ACCOUNT} as account_id, run_at, id from graphile_worker._private_jobs
        where task_id = task.id and ${isFree}
        order by ${ACCOUNT}, run_at, id limit 1) as first
      union all
      select waiting.task_id, next.* from waiting cross join lateral (
        select ${ACCOUNT} as account_id, run_at, id from graphile_worker._private_jobs
        where task_id = waiting.task_id and ${isFree} and ${ACCOUNT} > waiting.account_id
        order by ${ACCOUNT}, run_at, id limit 1) as next
    ), share as (
      select ${ACCOUNT} as account_id, lane, count(*) as running
      from graphile_worker._private_jobs join task on task.id = task_id
      where locked_at is not null group by 1, 2
    ), next_account as materialized (
      select task_id, identifier, account_id, lane
      from waiting join task on task.id = task_id
      left join share using (account_id, lane)
      left join job_shares using (account_id, lane)
      where run_at <= now() and (lane <> ${SHARED} or coalesce(running, 0) < ${free.get(SHARED) ?? 0}::integer)
      order by coalesce(running, 0), taken_at nulls first, run_at, waiting.id
    ), chosen as (
      select job.id, deaths, identifier, account_id, lane from next_account cross join lateral (
        select id, ${DEATHS} as deaths from graphile_worker._private_jobs
        where task_id = next_account.task_id and ${isFree} and ${ACCOUNT} = next_account.account_id
          and run_at <= now() and id <> all (${ids}::bigint[])
        order by run_at, id limit 1 for update skip locked) as job
      limit 1
    ), taken as (
      update graphile_worker._private_jobs as job
      set attempts = attempts + 1, locked_by = ${worker}, locked_at = now(), last_error = ${UNFINISHED} || (deaths + 1)
      from chosen where job.id = chosen.id
      returning job.id, deaths, identifier, payload, attempts, account_id, lane
    ), counted as (
      insert into job_shares (account_id, lane, taken_at)
      select account_id, lane, clock_timestamp() from taken
      on conflict (account_id, lane) do update set taken_at = excluded.taken_at
    )
    select id::text, identifier as name, payload, attempts as attempt, account_id, deaths from taken`.execute(
    db,
  );
  return rows[0];
}

/** Whether a job of another account is due in the lane of the job `name`. */
export async function othersWait(db: Db, account_id: string, name: JobName): Promise<boolean> {
  const { rows } = await sql`
    with task as materialized (${tasksOf(new Set([LANE_OF[name]]))})
    select from task where exists (
      select from graphile_worker._private_jobs
      where task_id = task.id and is_available and ${ACCOUNT} < ${account_id} and run_at <= now()
    ) or exists (
      select from graphile_worker._private_jobs
      where task_id = task.id and is_available and ${ACCOUNT} > ${account_id} and run_at <= now()
    )`.execute(db);
  return rows.length > 0;
}

/** Removes a job that `worker` has done. */
export async function completeJob(db: Db, worker: string, id: string): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs where id = ${id}::bigint and locked_by = ${worker}`.execute(db);
}

/**
 * Frees a job that failed, for its next attempt after e to the power of its attempts in seconds, at most 6 hours. Without a message
 * its thread died. A message may quote a sender's bytes, and PostgreSQL stores no NUL.
 */
export async function failJob(
  db: Db,
  worker: string,
  id: string,
  message: string | undefined,
): Promise<void> {
  await sql`
    update graphile_worker._private_jobs
    set last_error = coalesce(${message?.replaceAll("\0", "")}, last_error), locked_by = null, locked_at = null,
      run_at = greatest(now(), run_at) + exp(least(attempts, 10)) * interval '1 second'
    where id = ${id}::bigint and locked_by = ${worker}`.execute(db);
}

/** Counts no death for the jobs that `worker` runs: it is stopping, and whoever stops it may kill it before they end. */
export async function pardonJobs(db: Db, worker: string): Promise<void> {
  await sql`update graphile_worker._private_jobs set last_error = null where locked_by = ${worker}`.execute(
    db,
  );
}

/** Removes the jobs of an account that is being deleted, except running ones. */
export async function removeJobs(db: Db, account_id: string): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs
    where ${ACCOUNT} = ${account_id} and locked_at is null`.execute(db);
}

/** Forgets the turns of accounts that had none for an hour: a turn that long ago comes first in any case. */
export async function sweepShares(db: Db): Promise<void> {
  await changeFree(db, {
    table: "job_shares",
    condition: sql`taken_at < now() - interval '1 hour'`,
    change: (chosen) => sql`delete from job_shares where ${chosen}`,
  });
}

/**
 * Gives each job of `NEVER_GIVEN_UP` that has used up its attempts one more, which is due when it would have been: 6 hours after the
 * last one. A job without a key is queued again under another id.
 */
export async function renewAttempts(db: Db): Promise<void> {
  await sql`
    update graphile_worker._private_jobs as job set attempts = max_attempts - 1
    from graphile_worker._private_tasks as task
    where task.id = job.task_id and task.identifier = any(${[...NEVER_GIVEN_UP]}::text[])
      and locked_at is null and key is not null and attempts >= max_attempts`.execute(db);
}
