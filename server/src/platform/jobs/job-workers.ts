import { sql } from "kysely";
import type { Deps } from "../../deps.ts";

/** A worker without a heartbeat for this long counts as dead, and others take over its jobs. */
const SILENT_MS = 30_000;

/** A worker, by the name that locks its jobs, and the ids of the jobs that it runs. */
export interface LivingWorker {
  readonly id: string;
  readonly runs: readonly string[];
}

/**
 * Records a heartbeat of `worker`, and frees the jobs that nobody runs: those of dead workers, and its own whose
 * taking PostgreSQL committed while the connection broke, so that the worker never heard of them. The queue
 * itself would lock such a job for four hours. Running a job again is safe, because jobs act on the state they
 * find. Call it every few seconds.
 */
export async function keepJobs({ db, now }: Pick<Deps, "db" | "now">, worker: LivingWorker): Promise<void> {
  const seen_at = now();
  const silentSince = new Date(seen_at.getTime() - SILENT_MS);
  await sql`
    insert into job_workers (id, seen_at) values (${worker.id}, ${seen_at})
    on conflict (id) do update set seen_at = excluded.seen_at`.execute(db);
  await sql`
    update graphile_worker._private_jobs set locked_by = null, locked_at = null, last_error = null
    where locked_at < ${silentSince} and locked_by = ${worker.id} and id <> all (${worker.runs}::bigint[])`.execute(
    db,
  );
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker._private_jobs
    where locked_at < ${silentSince}
      and not exists (select from job_workers where id = locked_by and seen_at > ${silentSince})
    having count(*) > 0`.execute(db);
  // A running job that is queued again loses its key to the new job and must not run again. If its worker
  // dies, nothing else removes it.
  await sql`
    select graphile_worker.complete_jobs(array_agg(id))
    from graphile_worker._private_jobs
    where locked_at is null and key is null and attempts >= max_attempts
    having count(*) > 0`.execute(db);
  await db.deleteFrom("job_workers").where("seen_at", "<", silentSince).execute();
}
