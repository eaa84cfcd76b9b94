import { sql } from "kysely";
import type { Db } from "../platform/database/db.ts";

/** Shards in one list. */
const AT_ONCE = 1_000;

/** Counts of a batch as a sweep has seen them. */
export interface Shard {
  readonly batch_id: string;
  readonly shard: number;
  readonly accepted: number;
  readonly excluded: number;
  readonly answers: number;
}

/** Marks the counts of open batches, for processes of earlier versions changed counts without a mark. */
export async function markOpen(db: Db): Promise<void> {
  await sql`
    update batch_progress set unswept = true from batches
    where batches.account_id = batch_progress.account_id and batches.id = batch_progress.batch_id
      and stage in ('created', 'processing') and deleted_at is null and not unswept`.execute(db);
}

/** Some of the shards that have changed since `markSwept`, in order, behind `after`; none at the end. */
export async function listUnswept(db: Db, after: Shard | undefined): Promise<readonly Shard[]> {
  const { rows } = await sql<Shard>`
    select batch_id, shard, accepted, excluded, answers from batch_progress
    where unswept and (batch_id, shard) > (${after?.batch_id ?? ""}, ${after?.shard ?? 0}::integer)
    order by batch_id, shard limit ${AT_ONCE}`.execute(db);
  return rows;
}

/** Leaves those that have changed meanwhile, or that a transaction is changing, to the next sweep. */
export async function markSwept(db: Db, seen: readonly Shard[]): Promise<void> {
  await sql`
    with seen as (
      select * from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb)
        as seen (batch_id text, shard integer, accepted integer, excluded integer, answers integer)
    ), same as materialized (
      select batch_id, shard from batch_progress join seen using (batch_id, shard, accepted, excluded, answers)
      for update of batch_progress skip locked
    )
    update batch_progress set unswept = false from same
    where batch_progress.batch_id = same.batch_id and batch_progress.shard = same.shard`.execute(db);
}
