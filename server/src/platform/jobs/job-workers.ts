import { sql } from "kysely";
import type { Deps } from "../../deps.ts";

/** A worker without a heartbeat for this long counts as dead, and others take over its jobs. */
const SILENT_MS = 30_000;

/**
 * Records a heartbeat for the workers `ids` of this process, and frees the jobs of dead workers. The queue
 * itself would lock a job of a killed process for four hours. Running a job again is safe, because jobs act
 * on the state they find. Call it every few seconds.
 */
export async function keepJobs({ db, now }: Pick<Deps, "db" | "now">, ids: readonly string[]): Promise<void> {
  const seen_at = now();
  const silentSince = new Date(seen_at.getTime() - SILENT_MS);
  await sql`
    insert into job_workers (id, seen_at) select id, ${seen_at} from unnest(${ids}::text[]) as w (id)
    on conflict (id) do update set seen_at = excluded.seen_at`.execute(db);
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
