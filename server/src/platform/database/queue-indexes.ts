import type pg from "pg";

/** The account of a job, which `addJob` stores as the only flag; the same expression as in the index. */
export const JOB_ACCOUNT = `coalesce(split_part(flags::text, '"', 2), '') collate "C"`;

/**
 * Our indexes of the table of graphile-worker, by name: the jobs that wait, by account; those that run; and those that were
 * replaced while they ran. Without them the cost of taking a job and of a heartbeat grows with the jobs that wait (ADR 0067).
 */
const INDEXES = {
  assay_jobs_waiting: `(task_id, (${JOB_ACCOUNT}), run_at, id) where is_available`,
  assay_jobs_running: "(locked_at) where locked_at is not null",
  assay_jobs_replaced: "(id) where key is null and locked_at is null",
};

/** Creates those indexes of the job queue that are missing or invalid, without blocking the queue. */
export async function createQueueIndexes(client: pg.Client): Promise<void> {
  for (const [name, definition] of Object.entries(INDEXES))
    await createConcurrently(
      client,
      `graphile_worker.${name}`,
      `create index concurrently ${name} on graphile_worker._private_jobs ${definition}`,
    );
}

/** Runs the statement that creates `index` concurrently, if the index does not exist or an earlier attempt was killed. */
export async function createConcurrently(client: pg.Client, index: string, statement: string): Promise<void> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    "select indisvalid from pg_index where indexrelid = to_regclass($1)",
    [index],
  );
  // An attempt that was killed leaves an invalid index, which only takes time from writers.
  if (rows[0]?.indisvalid === false) await client.query(`drop index concurrently ${index}`);
  if (rows[0]?.indisvalid !== true) await client.query(statement);
}
