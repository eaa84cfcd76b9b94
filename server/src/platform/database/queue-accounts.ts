import type pg from "pg";

/** The tables of what a job's payload names. */
const OWNERS = {
  batch_id: "batches",
  upload_id: "uploads",
  export_id: "exports",
  dataset_id: "datasets",
  notification_id: "notifications",
  member_id: "members",
  webhook_id: "webhooks",
  job_id: "bulk_jobs",
  pause_id: "pauses",
  run_id: "model_runs",
};

/**
 * Gives waiting jobs the account without which they find no row: a backup has none, and versions before commit 8f411755 stored
 * none. Nothing is left to do for a job of which the row is gone.
 */
export async function giveJobsAccounts(client: pg.Client): Promise<void> {
  const owners = Object.entries(OWNERS).map(
    ([id, table]) => `(select account_id from ${table} where id = payload ->> '${id}')`,
  );
  await client.query(`
    update graphile_worker._private_jobs as job set flags = jsonb_build_object(owner.account_id, true)
    from (
      select id, coalesce(payload ->> 'account_id', ${owners}) as account_id
      from graphile_worker._private_jobs where flags is null
    ) as owner
    where owner.id = job.id and owner.account_id is not null`);
}
